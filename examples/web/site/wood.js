// Draws the wood: one instance per tree, from a buffer to which only what changed is uploaded.

import { makeInstances } from "./instances.js";

const VERTEX = `#version 300 es
in vec2 corner, place;
in float height, lean;
in vec3 colour;
uniform float aspect;
out vec2 at;
out vec3 light;
void main() {
  float near = 1.0 / (1.0 + 4.0 * place.y);
  vec2 foot = vec2((place.x * 2.4 - 1.2) * mix(1.0, near, 0.2), 0.75 - 2.0 * near);
  float size = 0.45 * height * near;
  vec2 shape = vec2(corner.x * 0.3 / aspect + lean * corner.y * corner.y / aspect, corner.y);
  gl_Position = vec4(foot + shape * size, 0.0, 1.0);
  at = corner;
  light = mix(vec3(0.50, 0.58, 0.68), colour, 0.25 + 0.75 * near);
}`;

const FRAGMENT = `#version 300 es
precision mediump float;
in vec2 at;
in vec3 light;
out vec4 colour;
void main() {
  // Three tiers, the upper the narrower.
  float tier = fract(at.y * 3.0);
  float edge = (1.0 - at.y) * (1.0 - 0.35 * tier);
  float opaque = smoothstep(edge, edge - 0.25, abs(at.x));
  colour = vec4(light * (0.55 + 0.35 * at.y - 0.25 * at.x), 1.0) * opaque;
}`;

/** The bytes of a tree, and of all that the pool has room for. */
const TREE = 20, BYTES = 20_000 * TREE;

/** The attributes of a tree: name, numbers, their type, and the first byte. */
const ATTRIBUTES = [
  ["place", 2, "FLOAT", 0],
  ["height", 1, "FLOAT", 8],
  ["lean", 1, "FLOAT", 12],
  ["colour", 3, "UNSIGNED_BYTE", 16],
];

export function makeWood(canvas) {
  const picture = makeInstances(canvas, VERTEX, FRAGMENT, [-1, 0, 1, 0, -1, 1, 1, 1]);
  const { gl } = picture;
  gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  // The only buffer that changes, so it stays bound.
  picture.buffer(TREE, ATTRIBUTES);
  gl.bufferData(gl.ARRAY_BUFFER, BYTES, gl.DYNAMIC_DRAW);
  const aspect = picture.uniform("aspect");

  return {
    /** Uploads the ranges of bytes that changed, and draws. Returns how many bytes were uploaded. */
    draw({ count, trees, changed }) {
      let uploaded = 0;
      for (let i = 0; i < changed.length; i += 2) {
        const [begin, length] = [changed[i], changed[i + 1] - changed[i]];
        gl.bufferSubData(gl.ARRAY_BUFFER, begin, trees, begin, length);
        uploaded += length;
      }
      const { width, height } = picture.begin();
      gl.uniform1f(aspect, width / height);
      picture.draw(count);
      return uploaded;
    },
  };
}
