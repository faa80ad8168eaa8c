// Uses the page as a reader would, in a frame of its own, and reports what was found: a line per check, which begins
// with "ok" or "FAILED", a line per plan, which begins with "plan", and "end". `tests/browser.rs` starts it.

/** Sends a line. So the last line that came says where the page was. */
let sent = Promise.resolve();
const report = (line) => {
  sent = sent.then(() => fetch("/report", { method: "POST", body: line }));
};
const frame = document.querySelector("iframe");
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const $ = (id) => frame.contentDocument.getElementById(id);
const text = (id) => $(id).textContent;
const figure = (id) => Number(text(id).replaceAll(",", "").split(" ")[0]);

function check(what, holds, seen = "") {
  report(`${holds ? "ok" : "FAILED"} ${what}${holds ? "" : `: ${seen}`}`);
}

async function until(what, holds) {
  for (let wait = 0; wait < 600; wait++) {
    if (holds()) return;
    await sleep(50);
  }
  throw new Error(`not within 30 s: ${what}`);
}

async function open(width) {
  frame.style.width = `${width}px`;
  frame.src = "/";
  await until("the page is ready", () => frame.contentDocument?.documentElement?.dataset.ready === "true");
}

function set(input, value) {
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Plays so many frames, 300 of which are drawn at once. */
function steps(count) {
  for (let skip = 0; skip < Math.floor(count / 300); skip++) $("skip").click();
  for (let step = 0; step < count % 300; step++) $("step").click();
}

function radio(name, value) {
  $("form").querySelector(`input[name=${name}][value="${value}"]`).click();
}

/** The pixels of the sky, of the frame that is drawn now. */
function pixels() {
  $("step").click();
  const gl = $("sky").getContext("webgl2");
  const all = new Uint8Array(4 * gl.drawingBufferWidth * gl.drawingBufferHeight);
  gl.readPixels(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight, gl.RGBA, gl.UNSIGNED_BYTE, all);
  return all;
}

const lit = (all) => all.reduce((count, value, i) => count + (i % 4 === 0 && value + all[i + 1] + all[i + 2] > 60), 0);

async function show() {
  report("the page is open");
  await until("the show runs", () => figure("count-live") > 2_000);
  $("pause").click();
  const before = figure("count-live");
  await sleep(200);
  check("the show stands still when it is paused", figure("count-live") === before, text("count-live"));
  steps(300);
  const [first, second] = [pixels(), pixels()];
  check("the sky has sparks", lit(first) > 1_000, lit(first));
  check("a frame differs from the one before", first.some((value, i) => value !== second[i]));

  const gl = $("sky").getContext("webgl2");
  const views = [];
  const upload = gl.bufferSubData;
  gl.bufferSubData = (target, offset, view) => {
    views.push(view);
    upload.call(gl, target, offset, view);
  };
  $("step").click();
  gl.bufferSubData = upload;
  const memories = new Set(views.map((view) => view.buffer));
  check("four columns are uploaded", views.length === 4, views.length);
  check("they are views of one memory", memories.size === 1);
  const [{ byteLength }] = memories;
  check("that memory is WebAssembly's", byteLength > 1 << 20 && byteLength % 65_536 === 0, byteLength);
  check("a column has the live sparks and nothing else", views[3].length === figure("count-live"), views[3].length);

  const { width, height } = $("memory");
  const picture = new Uint32Array($("memory").getContext("2d").getImageData(0, 0, width, height).data.buffer);
  check("the picture of the memory has many ages", new Set(picture).size > 20, new Set(picture).size);
  check("the picture has a pixel per slot", width * height >= 60_000 && width * height < 61_000, width * height);
  const kinds = ["live", "free", "waiting", "fresh"].map((kind) => figure(`count-${kind}`));
  check("each slot is counted once", kinds.reduce((sum, count) => sum + count) === 60_000, kinds);
  check("the clock is exact to 5 us", frame.contentWindow.crossOriginIsolated);
  check("the step is timed", figure("time") > 0 && text("time").endsWith(" ns"), text("time"));
}

/** Whether the wood that is drawn from what changed is the one that is drawn from all trees. */
function upload() {
  if ($("pause").textContent === "Pause") $("pause").click();
  set($("capacity"), 0);
  $("wood").style.width = "600px";
  check("a wood that is off the screen is not drawn", text("uploaded") === "", text("uploaded"));
  $("wood").scrollIntoView();
  $("step").click();
  check("all trees are uploaded first", text("uploaded") === text("whole"), text("uploaded"));
  const gl = $("wood").getContext("webgl2");
  const { bufferSubData, clear, drawArraysInstanced } = gl;
  let trees, uploaded, drawn;
  gl.bufferSubData = (target, begin, view, from, length) => {
    trees = view;
    uploaded += length;
    bufferSubData.call(gl, target, begin, view, from, length);
  };
  // Software takes half a second to draw 18,000 instances, so not each frame is drawn.
  gl.drawArraysInstanced = (...draw) => {
    drawn = draw;
  };
  const [width, height] = [gl.drawingBufferWidth, gl.drawingBufferHeight];
  const read = () => {
    clear.call(gl, gl.COLOR_BUFFER_BIT);
    drawArraysInstanced.apply(gl, drawn);
    const all = new Uint32Array(width * height);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(all.buffer));
    return all;
  };
  const equal = (a, b) => a.length === b.length && a.every((value, i) => value === b[i]);
  const stale = [], unlike = [], few = [], counts = new Set();
  let [compared, sorted, moved] = [0, 0, 0];
  let last = [];
  for (let step = 0; step < 300; step++) {
    uploaded = 0;
    $("step").click();
    if (figure("uploaded") !== uploaded || figure("whole") !== trees.length) stale.push(`${step}: other figures`);
    counts.add(drawn[3]);
    const buffer = new Uint8Array(trees.length);
    gl.getBufferSubData(gl.ARRAY_BUFFER, 0, buffer);
    if (!equal(buffer, trees)) stale.push(step);
    if (uploaded > trees.length / 2) sorted++;
    else few.push(uploaded / trees.length);
    if (step % 20 > 0 && uploaded < trees.length / 2) continue;
    const partly = read();
    bufferSubData.call(gl, gl.ARRAY_BUFFER, 0, trees);
    if (!equal(read(), partly)) unlike.push(step);
    if (!equal(last, partly)) moved++;
    last = partly;
    compared++;
  }
  Object.assign(gl, { bufferSubData, drawArraysInstanced });
  $("wood").style.width = "";
  frame.contentWindow.scrollTo(0, 0);
  const share = (part) => `${(100 * part).toFixed(1)} %`;
  const mean = few.reduce((sum, part) => sum + part, 0) / few.length;
  check("the buffer of the wood has its trees", stale.length === 0, stale);
  check("pixels are those of a full upload", unlike.length === 0, unlike);
  check("each compared frame differs from the one before", compared >= 17 && moved === compared, [moved, compared]);
  check("the trees were sorted, and their number changed", sorted >= 2 && counts.size > 50, [sorted, counts.size]);
  check("few bytes are uploaded", few.length > 290 && Math.max(...few) < 0.08, share(Math.max(...few)));
  report(`uploaded ${share(mean)} of the trees, at most ${share(Math.max(...few))}; ${sorted} sorts apart`);
}

async function controls() {
  const seen = [0, 1, 2, 3].map((place) => {
    set($("capacity"), place);
    return [text("capacity-text"), text("handle"), text("slot"), text("bytes")].join("; ");
  });
  check("the capacity changes the figures", new Set(seen).size === 4, seen.join(" / "));
  check("figures are those of the pools", seen[0].startsWith("1,000 objects; 2 bytes; 3"), seen[0]);
  for (const [name, value, key] of [
    ["guard", "live", "guard = live"], ["waits", "512", "quarantine = 512"], ["waits", "0", "quarantine = 0"],
    ["guard", "generation", "dense"], ["bits", "8", "generation_bits = 8"], ["dense", "false", "generation_bits = 8"],
    ["guard", "none", "guard = none"], ["layout", "u32", "layout = u32"], ["layout", "smallest", "columns"],
    ["dense", "true", "dense"],
  ]) {
    const before = text("definition") + text("bytes") + text("changed");
    radio(name, value);
    const now = text("definition");
    check(`${name} ${value} changes the definition and the figures`, now.includes(key) && before !== now + text("bytes")
      + text("changed"), now);
    check(`a pool with ${name} ${value} is drawn`, lit(pixels()) > 200, lit(pixels()));
    // Where software draws, and other programs run, each of these can take long.
    await sent;
  }
  set($("capacity"), 3);
  radio("bits", "8");
  check("more bits widen the handle", text("handle") === "3 bytes", text("handle"));
  radio("guard", "none");
  check("what changed with a guard is said", text("changed").includes("Also changed") && text("definition")
    .includes("guard = none"), text("changed"));
  set($("capacity"), 0);
  set($("load"), 120);
  steps(300);
  check("a full pool refuses", figure("refused") > 0 && figure("count-live") > 800, text("refused"));
  set($("load"), 10);
  steps(300);
  check("fewer sparks are fewer objects", figure("count-live") < 400, text("count-live"));
}

function stale() {
  const ask = (wait) => {
    $("keep").click();
    const kept = text("answer");
    $("remove").click();
    wait();
    $("ask").click();
    return [kept, text("answer"), $("answer").dataset.is];
  };
  set($("capacity"), 0);
  set($("load"), 80);
  radio("guard", "generation");
  radio("bits", "8");
  radio("waits", "default");
  check("nothing is asked without a handle", $("ask").disabled && $("remove").disabled);
  steps(600);
  const [kept, caught, is] = ask(() => steps(300));
  check("a handle is kept", kept.startsWith("The handle of the spark in slot"), kept);
  check("a stale handle is caught", caught.startsWith("Caught") && is === "caught", caught);
  check("all old handles are caught", / caught, 0 not caught$/.test(text("old")), text("old"));
  radio("guard", "live");
  radio("waits", "0");
  steps(300);
  // Without a quarantine, the slot is the next one that is used.
  const [, missed, isMissed] = ask(() => $("burst").click());
  const lent = missed.startsWith("Not caught. The pool lends another spark") && isMissed === "missed";
  check("without generations it is not", lent, missed);
  radio("guard", "none");
  const [, free] = ask(() => {});
  check("without a guard a free slot is lent", free.startsWith("Not caught. The slot is free"), free);
}

function plans() {
  const answers = () => [...$("plans").querySelectorAll(".plan")];
  const fields = () => $("items").lastElementChild.elements;
  for (const [name, size, align, count, guard, place] of [
    ["Tiny", 1, 1, 200, "generation", "in place"], ["Odd", 12, 4, 3001, "14", "dense"],
    ["Wide", 64, 64, 65536, "live", "in place"], ["Many", 8, 8, 200000, "8", "dense"],
    ["Last", 24, 8, 65535, "generation", "dense"],
  ]) {
    $("add").click();
    for (const [key, value] of Object.entries({ name, size, align, count, guard, place })) set(fields()[key], value);
  }
  check("there is an answer for each item", answers().length === 8, answers().length);
  for (const answer of answers()) {
    const cells = [...answer.querySelectorAll("tbody tr")].map((row) => [...row.cells].map((cell) => cell.textContent));
    const [, , handle, generations, bytes] = cells[0].map((cell) => cell.replaceAll(",", "").split(" ")[0]);
    report(`plan ${handle} ${generations} ${bytes} ${answer.querySelector("pre").textContent.replaceAll("\n", " ")}`);
    check("one more power of two costs bytes", /^\+[\d,]+ B$/.test(cells.at(-1).at(-1)), cells.at(-1));
  }
  check("the last slot of a power of two is named", answers()[1].textContent.includes("Choose 32,767, not 32,768."));
  report(`total ${text("total").replaceAll(",", "").match(/\d+/)[0]}`);
  set(fields().align, "16");
  const mistake = answers().at(-1).textContent;
  check("a mistake is a sentence", mistake.includes("a multiple of its alignment"), mistake);
  $("items").lastElementChild.querySelector("button").click();
  check("an item goes away", answers().length === 7, answers().length);
}

/** Keyboards and screen readers: each control takes the focus and has a name. */
function reach() {
  const all = [...frame.contentDocument.querySelectorAll("a, button, input, select, [tabindex='0']")];
  const labels = (item) => [...(item.labels ?? [])].map((label) => label.textContent.trim()).join("");
  const name = (item) => item.ariaLabel || labels(item) || item.textContent.trim();
  const nameless = all.filter((item) => !name(item));
  check("each control has a name", all.length > 40 && nameless.length === 0, nameless.map((item) => item.outerHTML));
  const deaf = all.filter((item) => {
    item.focus();
    return !item.disabled && frame.contentDocument.activeElement !== item;
  });
  check("each control takes the focus", deaf.length === 0, deaf.map((item) => item.outerHTML));
  const groups = [...frame.contentDocument.querySelectorAll("fieldset")];
  check("each group has a title", groups.every((group) => group.querySelector("legend")?.textContent));
  const pictures = [...frame.contentDocument.querySelectorAll("canvas")];
  check("each picture is described", pictures.every((picture) => picture.role === "img" && picture.ariaLabel));
  const heads = [...frame.contentDocument.querySelectorAll("h1, h2")].map((head) => head.tagName).join(" ");
  check("titles are in order", heads === "H1 H2 H2 H2 H2", heads);
}

/** Whether texts stand out from what is behind them: 4.5 to 1, as WCAG AA asks. */
function contrast() {
  const style = (item) => frame.contentWindow.getComputedStyle(item);
  const parts = (colour) => colour.match(/[\d.]+/g).map(Number);
  const light = (colour) => {
    const [red, green, blue] = parts(colour).map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const isClear = (item) => parts(style(item).backgroundColor)[3] === 0;
  const behind = (item) => (isClear(item) ? behind(item.parentElement) : item);
  const weak = [...frame.contentDocument.body.querySelectorAll("*")].filter((item) => {
    const hasText = [...item.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!hasText || item.disabled || item.closest("template, [hidden], .skip")) return false;
    const lights = [light(style(item).color), light(style(behind(item)).backgroundColor)].sort();
    return (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05) < 4.5;
  });
  const scheme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  check(`texts stand out in ${scheme} colours`, weak.length === 0, weak.map((item) => item.outerHTML.slice(0, 120)));
  report(`scheme ${scheme}`);
}

async function narrow() {
  await open(390);
  const root = frame.contentDocument.documentElement;
  check("nothing is wider than 390 pixels", root.scrollWidth <= 390, root.scrollWidth);
  const wide = [...frame.contentDocument.body.querySelectorAll("*")].filter((item) =>
    !item.closest(".scroll, .skip, legend") && item.getBoundingClientRect().right > 390.5);
  check("nothing is cut off at 390 pixels", wide.length === 0, wide.map((item) => item.outerHTML.slice(0, 120)));
  const small = [...frame.contentDocument.querySelectorAll("button, .controls span, select")].filter((item) =>
    item.getBoundingClientRect().height < 24);
  check("controls are large enough for a finger", small.length === 0, small.map((item) => item.outerHTML));
}

/** In a browser whose user asks for less motion. */
async function still() {
  await open(1280);
  check("the show waits where less motion is asked for", text("pause") === "Play", text("pause"));
  check("there is a picture of it", figure("count-live") > 10_000, text("count-live"));
  contrast();
}

async function all() {
  await open(1280);
  for (const part of [show, upload, controls, stale, plans, reach, contrast, narrow]) {
    await part();
    await sent;
  }
}

try {
  await (location.search === "?still" ? still() : all());
} catch (error) {
  report(`FAILED ${error.stack}`);
}
report("end");
await sent;
