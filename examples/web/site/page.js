// The page: controls, figures, and the loop of frames.

import { load } from "./program.js";
import { makeSky } from "./sky.js";
import { makeMemory } from "./memory.js";
import { makeWood } from "./wood.js";
import { makePlanner } from "./planner.js";

const $ = (id) => document.getElementById(id);
const number = (value) => Math.round(Number(value)).toLocaleString("en");
const bytes = (value) => (value === 1 ? "1 byte" : `${number(value)} bytes`);
const say = (id, text) => {
  if ($(id).textContent !== text) $(id).textContent = text;
};

const KEYS = ["capacity", "dense", "guard", "bits", "waits", "layout"];
/** A frame of the show, in seconds. */
const FRAME = 1 / 60;

const program = await load();
const sky = makeSky($("sky"));
const memory = makeMemory($("memory"), $("spot"));
const wood = makeWood($("wood"));
const { definitions } = program;
const capacities = [...new Set(definitions.map((definition) => definition.capacity))];
$("capacity").max = capacities.length - 1;
$("capacity").value = capacities.length - 1;

let chosen;
/** Whether the picture of the wood has its last step. */
let woodIsDrawn = false;
let running = !matchMedia("(prefers-reduced-motion: reduce)").matches;
let times = [];
let frames = 0;
let since = performance.now();

// ---- definitions

function wanted() {
  const values = new FormData($("form"));
  const radios = Object.fromEntries(KEYS.slice(1).map((key) => [key, values.get(key)]));
  return { ...radios, capacity: capacities[$("capacity").valueAsNumber] };
}

/** The definition with `key` as wanted that differs least in all else. */
function nearest(want, key) {
  const differs = (definition, name) => String(definition[name]) !== String(want[name]);
  const distance = (definition) => KEYS.filter((name) => differs(definition, name)).length;
  return definitions
    .filter((definition) => !differs(definition, key))
    .reduce((best, next) => (distance(next) < distance(best) ? next : best));
}

const WORDS = { dense: "objects", guard: "guard", bits: "bits of generation", waits: "quarantine", layout: "layout" };

function choose(key) {
  const want = wanted();
  const next = nearest(want, key);
  const moved = KEYS.slice(1).filter((name) => String(next[name]) !== String(want[name]));
  for (const name of KEYS.slice(1)) {
    $("form").querySelector(`input[name=${name}][value="${next[name]}"]`).checked = true;
  }
  chosen = next;
  program.choose(definitions.indexOf(next));
  sky.hold(next.capacity);
  memory.hold(next.capacity);
  forget();
  times = [];
  describe(moved);
  if (!running) skip();
}

function describe(moved) {
  const { capacity, text, handle_bytes, option, index_bits, generations, quarantine, item, bookkeeping } = chosen;
  const all = chosen.bytes;
  const each = (part) => (part / capacity).toFixed(1);
  say("definition", text);
  wish();
  say("capacity-text", `${number(capacity)} objects`);
  $("capacity").setAttribute("aria-valuetext", `${number(capacity)} objects`);
  say("handle", bytes(handle_bytes));
  const has = generations === 1 ? "no generation" : `${number(generations)} generations`;
  say("handle-note", `${index_bits} bits of index, ${has}. Option: ${bytes(option)}`);
  say("slot", `${each(all)} bytes`);
  say("slot-note", `${item} of the spark, ${each(all - item * capacity)} beside it`);
  say("bytes", bytes(all));
  say("bytes-note", `${number(bookkeeping)} of bookkeeping; ${number(quarantine)} slots can wait`);
  const also = moved.map((name) => WORDS[name]).join(", ");
  say("memory-note", (chosen.dense
    ? "Dense: the objects lie side by side in the columns, and each slot knows where its object is. "
    : "In place: each object stays in its slot, and the columns have the free slots too. ") + (quarantine === 0
    ? "No slot waits: the one that was freed last is used first."
    : `A slot that is freed waits for ${number(quarantine)} others, unless no other slot is free.`));
  say("changed", `A handle takes ${bytes(handle_bytes)}, a slot ${each(all)}, the pool ${number(all)}.`
    + (also ? ` Also changed, since this definition is not compiled in: ${also}.` : ""));
}

// ---- frames

function step() {
  const load = $("load").valueAsNumber / 100;
  const begin = performance.now();
  program.step(FRAME, load, sky.aspect());
  times.push(performance.now() - begin);
  if (times.length > 120) times.shift();
  program.stepWood();
  woodIsDrawn = false;
}

function draw() {
  sky.draw(program.columns());
  const counts = memory.draw(program.picture(chosen.capacity));
  for (const [kind, count] of Object.entries(counts)) say(`count-${kind}`, number(count));
  drawWood();
}

/** Draws the wood if it is on the screen. Else the pool goes on to note what changes. */
function drawWood() {
  if (woodIsDrawn) return;
  const { top, bottom } = $("wood").getBoundingClientRect();
  if (bottom < 0 || top > innerHeight) return;
  woodIsDrawn = true;
  const trees = program.wood();
  say("uploaded", bytes(wood.draw(trees)));
  say("uploaded-note", `ranges: ${number(trees.changed.length / 2)}`);
  say("whole", bytes(trees.trees.length));
}

function loop() {
  if (running) {
    step();
    draw();
    frames++;
  } else {
    drawWood();
  }
  const now = performance.now();
  if (now - since > 500) {
    say("fps", running ? String(Math.round((frames * 1000) / (now - since))) : "paused");
    figures();
    [frames, since] = [0, now];
  }
  requestAnimationFrame(loop);
}

function figures() {
  if (times.length > 0) {
    const mean = (times.reduce((sum, time) => sum + time, 0) / times.length) * 1e6;
    say("time", `${number(mean)} ns`);
    say("time-note", `a frame, ${(mean / Math.max(1, program.live())).toFixed(1)} ns a spark`);
  }
  say("fps-note", `${number(program.live())} sparks`);
  say("refused", number(program.refused()));
  const [caught, missed] = [program.caught(), program.notCaught()];
  if (caught + missed > 0) say("old", `${number(caught)} caught, ${number(missed)} not caught`);
}

/** Plays five seconds at once. */
function skip() {
  for (let frame = 0; frame < 300; frame++) step();
  draw();
  figures();
}

function run(on) {
  running = on;
  $("pause").textContent = on ? "Pause" : "Play";
  $("pause").setAttribute("aria-pressed", String(!on));
}

// ---- a stale handle

const ANSWERS = {
  itself: () => ["itself", "The pool has the spark: it is still there."],
  caught: () => ["caught", "Caught. The pool answers None: the spark of this handle is gone."],
  leftover: () => ["missed", "Not caught. The slot is free, and the pool lends the bytes of the old spark."],
  another: (frames) => ["missed",
    `Not caught. The pool lends another spark. It came to the slot ${number(frames)} frames after the first one went.`],
  nothing: () => ["", "No handle is kept."],
};

function tell(kind, text) {
  $("answer").dataset.is = kind;
  say("answer", text);
}

function forget() {
  $("remove").disabled = $("ask").disabled = true;
  tell("", "No handle is kept.");
}

$("keep").addEventListener("click", () => {
  const slot = program.keep();
  if (slot < 0) return tell("", "There is no spark yet.");
  memory.mark(slot);
  $("remove").disabled = $("ask").disabled = false;
  tell("", `The handle of the spark in slot ${number(slot)} is kept. A ring marks the slot.`);
});

$("remove").addEventListener("click", () => {
  const gone = program.remove();
  tell("", `The spark is ${gone ? "removed" : "gone already"}. From now on the handle is stale.`);
  if (!running) draw();
});

$("ask").addEventListener("click", () => {
  const [word, frames] = program.ask();
  tell(...ANSWERS[word](frames));
});

// ---- controls

$("form").addEventListener("submit", (event) => event.preventDefault());
$("form").addEventListener("input", ({ target }) => {
  if (target.id === "load") return wish();
  choose(target.name || target.id);
});

function wish() {
  const text = `${number((chosen.capacity * $("load").valueAsNumber) / 100)} sparks`;
  say("load-text", text);
  $("load").setAttribute("aria-valuetext", text);
}

$("pause").addEventListener("click", () => run(!running));
$("step").addEventListener("click", () => {
  run(false);
  step();
  draw();
  figures();
});
$("skip").addEventListener("click", skip);
$("burst").addEventListener("click", () => {
  program.burst((Math.random() - 0.5) * sky.aspect(), Math.random() * 0.8 - 0.2);
  if (!running) draw();
});
$("sky").addEventListener("click", ({ offsetX, offsetY }) => {
  const height = $("sky").clientHeight;
  program.burst(((offsetX / $("sky").clientWidth) * 2 - 1) * sky.aspect(), 1 - (offsetY / height) * 2);
  if (!running) draw();
});

const planner = makePlanner(program, $("items"), $("item"), $("plans"), $("total"));
planner.add("Particle", 20, 4, 10000);
planner.add("Bullet", 16, 4, 32768);
planner.add("Enemy", 96, 8, 1000);
$("add").addEventListener("click", () => planner.add("Item", 32, 8, 500).elements.name.focus());

say("compiled", `The compiler computes the widths of a pool from its definition. This page has ${definitions.length} `
  + "definitions compiled in: guard none in place and without quarantine, layout u32 with the default guard and "
  + "quarantine, 8 bits of generation with the guard generation, and all else with each other.");
if (!running) say("hint", "Paused, because your system asks for less motion. Play starts the show.");
run(running);
choose("capacity");
requestAnimationFrame(loop);
document.documentElement.dataset.ready = "true";
