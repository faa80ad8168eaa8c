// The program in WebAssembly, with texts and columns as JavaScript has them.

export async function load() {
  const { instance } = await WebAssembly.instantiateStreaming(fetch("./page.wasm"));
  const program = instance.exports;
  const memory = program.memory;
  const text = () =>
    new TextDecoder().decode(new Uint8Array(memory.buffer, program.page_text(), program.page_text_bytes()));

  program.page_definitions();
  const { definitions } = JSON.parse(text());
  return {
    definitions,
    choose: program.page_choose,
    step: program.page_step,
    burst: program.page_burst,
    live: program.page_live,
    refused: program.page_refused,
    caught: program.page_caught,
    notCaught: program.page_not_caught,
    keep: program.page_keep,
    remove: program.page_remove,

    /** What the pool says to the handle that was kept, in words. */
    ask() {
      program.page_ask();
      return text().split(" ");
    },

    /** The columns in the memory of the program: views, and no copies. They end when the memory grows. */
    columns() {
      const count = program.page_drawn();
      return {
        count,
        positions: new Float32Array(memory.buffer, program.page_positions(), 2 * count),
        velocities: new Float32Array(memory.buffer, program.page_velocities(), 2 * count),
        colours: new Uint8Array(memory.buffer, program.page_colours(), 4 * count),
        lives: new Float32Array(memory.buffer, program.page_lives(), count),
      };
    },

    stepWood: program.page_wood_step,

    /** The trees of the wood as they are in memory, and the ranges of their bytes that changed since the last call. */
    wood() {
      const ranges = 2 * program.page_wood_uploads();
      const count = program.page_wood_len();
      return {
        count,
        trees: new Uint8Array(memory.buffer, program.page_wood_trees(), 20 * count),
        changed: new Uint32Array(memory.buffer, program.page_wood_ranges(), ranges),
      };
    },

    /** A byte per slot. */
    picture: (capacity) => new Uint8Array(memory.buffer, program.page_picture(), capacity),

    /** The answer of the planner. */
    plan(question) {
      const bytes = new TextEncoder().encode(question);
      const address = program.page_input(bytes.length);
      new Uint8Array(memory.buffer, address, bytes.length).set(bytes);
      program.page_plan();
      return JSON.parse(text());
    },
  };
}
