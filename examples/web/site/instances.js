// What the pictures share: WebGL draws an instance of four corners per object, from attributes in buffers.

/** The corners of an instance are pairs of numbers in one array. */
export function makeInstances(canvas, vertex, fragment, corners) {
  const gl = canvas.getContext("webgl2", { antialias: false, depth: false });
  if (!gl) throw new Error("This browser has no WebGL 2.");
  const shaders = gl.createProgram();
  for (const [type, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
    const shader = gl.createShader(type);
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(shaders, shader);
  }
  gl.linkProgram(shaders);
  if (!gl.getProgramParameter(shaders, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(shaders));
  gl.useProgram(shaders);
  gl.enable(gl.BLEND);

  const attribute = (name, numbers, type, divisor, stride, offset) => {
    const place = gl.getAttribLocation(shaders, name);
    gl.enableVertexAttribArray(place);
    gl.vertexAttribPointer(place, numbers, type, type === gl.UNSIGNED_BYTE, stride, offset);
    gl.vertexAttribDivisor(place, divisor);
  };
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(corners), gl.STATIC_DRAW);
  attribute("corner", 2, gl.FLOAT, 0, 0, 0);

  return {
    gl,
    uniform: (name) => gl.getUniformLocation(shaders, name),

    /** Makes a buffer, binds it, and reads attributes from it: name, numbers, their type, and their first byte. */
    buffer(stride, attributes) {
      const buffer = gl.createBuffer();
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      for (const [name, numbers, type, offset] of attributes) attribute(name, numbers, gl[type], 1, stride, offset);
      return buffer;
    },

    /** Begins a picture of as many pixels as the canvas has on the screen. */
    begin() {
      const density = Math.min(2, devicePixelRatio || 1);
      const [width, height] = [canvas.clientWidth * density, canvas.clientHeight * density].map(Math.round);
      if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
      gl.viewport(0, 0, width, height);
      gl.clearColor(0, 0, 0, 0);
      gl.clear(gl.COLOR_BUFFER_BIT);
      return { density, width, height };
    },

    draw: (count) => gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, count),
  };
}
