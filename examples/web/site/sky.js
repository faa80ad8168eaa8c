// Draws the sparks: one instance of four corners for each, from the columns of the pool.

import { makeInstances } from "./instances.js";

const VERTEX = `#version 300 es
in vec2 corner, position, velocity;
in vec4 colour;
in float life;
uniform vec2 scale, pixel;
uniform float size;
out vec2 at;
out vec3 light;
void main() {
  float speed = length(velocity);
  vec2 along = speed > 0.001 ? velocity / speed : vec2(0.0, 1.0);
  float radius = size * (0.4 + colour.a * 2.4) * min(1.0, 0.35 + life);
  vec2 shape = corner * vec2(radius + speed * size * 5.0, radius);
  vec2 turned = along * shape.x + vec2(-along.y, along.x) * shape.y;
  // What is in a free slot has no life left.
  gl_Position = life > 0.0 ? vec4(position * scale + turned * pixel, 0.0, 1.0) : vec4(2.0, 2.0, 2.0, 1.0);
  at = corner;
  // New sparks are close together, and their light adds up.
  light = colour.rgb * min(1.0, life * 1.6) * mix(1.0, 0.1, smoothstep(0.78, 0.98, life));
}`;

const FRAGMENT = `#version 300 es
precision mediump float;
in vec2 at;
in vec3 light;
out vec4 colour;
void main() {
  float near = max(0.0, 1.0 - dot(at, at));
  colour = vec4(light * near * near, 0.0); // adds to what is behind
}`;

/** The columns that are drawn: name, numbers per spark, and their type. */
const COLUMNS = [
  ["positions", "position", 2, "FLOAT", 4],
  ["velocities", "velocity", 2, "FLOAT", 4],
  ["colours", "colour", 4, "UNSIGNED_BYTE", 1],
  ["lives", "life", 1, "FLOAT", 4],
];

export function makeSky(canvas) {
  const picture = makeInstances(canvas, VERTEX, FRAGMENT, [-1, -1, 1, -1, -1, 1, 1, 1]);
  const { gl } = picture;
  gl.blendFunc(gl.ONE, gl.ONE);
  const buffers = COLUMNS.map(([, name, numbers, type]) => picture.buffer(0, [[name, numbers, type, 0]]));
  const [scale, pixel, size] = ["scale", "pixel", "size"].map(picture.uniform);
  let capacity = 0;

  return {
    /** Width by height. */
    aspect: () => canvas.clientWidth / Math.max(1, canvas.clientHeight),

    /** Makes room for the columns of another pool. */
    hold(slots) {
      capacity = slots;
      COLUMNS.forEach(([, , numbers, , bytes], i) => {
        gl.bindBuffer(gl.ARRAY_BUFFER, buffers[i]);
        gl.bufferData(gl.ARRAY_BUFFER, slots * numbers * bytes, gl.DYNAMIC_DRAW);
      });
    },

    draw(columns) {
      const { density, width, height } = picture.begin();
      gl.uniform2f(scale, height / width, 1);
      gl.uniform2f(pixel, 2 / width, 2 / height);
      // Few sparks are larger, so that the sky is as bright.
      const larger = Math.max(0.75, Math.min(2.6, (40_000 / capacity) ** 0.3));
      gl.uniform1f(size, density * larger * Math.sqrt(canvas.clientHeight / 480));
      COLUMNS.forEach(([column], i) => {
        gl.bindBuffer(gl.ARRAY_BUFFER, buffers[i]);
        gl.bufferSubData(gl.ARRAY_BUFFER, 0, columns[column]);
      });
      picture.draw(columns.count);
    },
  };
}
