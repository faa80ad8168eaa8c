// The planner: a form with a line per item, and the answers of the program.

const number = (value) => value.toLocaleString("en");
const bytes = (value) => (value === 1 ? "1 byte" : `${number(value)} bytes`);

function element(name, text, values = {}) {
  const made = Object.assign(document.createElement(name), values);
  made.append(text);
  return made;
}

export function makePlanner(program, form, template, answers, total) {
  const values = (item) =>
    ["name", "size", "align", "count", "guard", "place"].map((name) => item.elements[name].value.trim());

  function answer() {
    const items = [...form.querySelectorAll("fieldset")];
    const question = items.map((item) => values(item).join("\t").replaceAll("\n", " ")).join("\n");
    const { items: plans, bss } = program.plan(question);
    answers.replaceChildren(...plans.map(show));
    plans.forEach((plan, i) => items[i].classList.toggle("wrong", Boolean(plan.mistake)));
    total.textContent = plans.length === 0 ? "No item yet." : `Together ${bytes(bss)} of .bss.`;
  }

  function show(plan, i) {
    const div = element("div", "", { className: "plan" });
    if (plan.mistake) {
      div.append(element("p", `Item ${i + 1}: ${plan.mistake}`, { className: "mistake" }));
      return div;
    }
    const { name, attribute, size, align, steps } = plan;
    const text = `#[derive(Pool)]\n${attribute}\nstruct ${name} { /* ${bytes(size)}, aligned to ${align} */ }`;
    div.append(element("pre", text, { className: "code" }), table(plan));
    const fewer = steps.find((step) => step.name === "one fewer");
    if (fewer) {
      const [asked] = steps;
      const cost = asked.generations < fewer.generations
        ? `generations: ${number(asked.generations)} in place of ${number(fewer.generations)}`
        : `a byte pattern for None: an Option takes ${asked.option} bytes in place of ${fewer.option}`;
      const advice = `Choose ${number(fewer.capacity)}, not ${number(asked.capacity)}. The last slot costs ${cost}.`;
      div.append(element("p", advice, { className: "advice" }));
    }
    if (!plan.static) {
      div.append(element("p", "A static holds at most 1 GiB. This pool is larger.", { className: "advice" }));
    }
    return div;
  }

  function table({ name, steps }) {
    const title = (text, scope) => element("th", text, { scope });
    const row = (first, ...rest) => {
      const made = element("tr", "");
      made.append(first, ...rest);
      return made;
    };
    const values = (name, cells) => row(title(name, "row"), ...cells.map((cell) => element("td", cell)));
    const head = element("thead", row(
      element("td", ""),
      ...["capacity", "handle", "generations", "pool", "more"].map((text) => title(text, "col")),
    ));
    const body = element("tbody", "");
    for (const step of steps) {
      if (step.mistake) {
        body.append(values(step.name, [number(step.capacity), step.mistake]));
        body.lastChild.lastChild.colSpan = 4;
        continue;
      }
      const more = step.bytes - steps[0].bytes;
      const sign = more > 0 ? "+" : more < 0 ? "−" : "";
      body.append(values(step.name, [
        number(step.capacity),
        step.option === step.handle ? `${step.handle} B` : `${step.handle} B, Option ${step.option} B`,
        number(step.generations),
        `${number(step.bytes)} B`,
        step === steps[0] ? "" : `${sign}${number(Math.abs(more))} B`,
      ]));
    }
    const caption = `What a pool of ${name} costs`;
    const made = element("table", head, { ariaLabel: caption });
    made.append(body);
    const scroll = element("div", made, { className: "scroll", tabIndex: 0, ariaLabel: caption });
    scroll.setAttribute("role", "region");
    return scroll;
  }

  function add(name, size, align, count, guard = "generation", place = "in place") {
    const item = template.content.firstElementChild.cloneNode(true);
    form.append(item);
    Object.entries({ name, size, align, count, guard, place }).forEach(([key, value]) => {
      item.elements[key].value = value;
    });
    const entitle = () => {
      const title = item.elements.name.value || "Item";
      item.querySelector("legend").textContent = title;
      item.querySelector("button").ariaLabel = `Remove ${title}`;
    };
    entitle();
    item.addEventListener("input", entitle);
    item.querySelector("button").addEventListener("click", () => {
      item.remove();
      answer();
    });
    return item;
  }

  form.addEventListener("input", answer);
  form.addEventListener("submit", (event) => event.preventDefault());
  return {
    add(...values) {
      const item = add(...values);
      answer();
      return item;
    },
  };
}
