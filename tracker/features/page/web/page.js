"use strict";
// Shows the players' table. The server sends the parts that changed; text is always put in as text.
const parts = {};
const at = (id) => document.getElementById(id);
const form = at("ask");
const root = document.documentElement;
const asked = new URLSearchParams(location.search);
const PARTS = ["turn", "mine", "order", "party", "lights", "progress", "dates", "goods", "rolls", "rooms", "notebook", "ask"];
// What a page for everybody's eyes shows, unless its address names the parts: ?show=order,party,progress
const SEEN = { overlay: ["turn", "order"], tv: ["turn", "order", "party", "lights", "rolls"], hand: PARTS };
const FULL_SCREEN = matchMedia("(min-width: 1800px) and (min-height: 1000px)");

function mode() {
  if (asked.get("overlay") === "1") return "overlay";
  return asked.get("tv") === "1" || (asked.get("tv") !== "0" && FULL_SCREEN.matches) ? "tv" : "hand";
}

function arrange() {
  const seen = asked.has("show") ? asked.get("show").split(",") : SEEN[mode()];
  root.classList.remove("overlay", "tv", "hand");
  root.classList.add(mode());
  for (const id of PARTS) if (at(id)) at(id).classList.toggle("unseen", !seen.includes(id));
  fit();
}

// A television and an overlay are not scrolled: the text is as large as the whole page allows.
const LARGEST = { tv: 48, overlay: 24 }, SMALLEST = 12;

function fit() {
  root.style.fontSize = "";
  const largest = LARGEST[mode()];
  if (!largest) return;
  let [fits, not] = [SMALLEST, largest + 1];
  while (not - fits > 1) {
    const size = (fits + not) >> 1;
    root.style.fontSize = size + "px";
    if (overflows()) not = size; else fits = size;
  }
  root.style.fontSize = fits + "px";
}

function overflows() {
  const boxes = [root, ...document.querySelectorAll("main, main > section, aside, #order li")];
  return boxes.some((each) => each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1);
}

function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

function gauge(each) {
  const box = element("span", "gauge " + each.tone);
  box.append(element("span", "label", each.label), " ", element("b", "", each.text));
  if (each.share !== null) {
    const bar = element("meter");
    bar.max = 1;
    bar.low = 1 / 3;
    bar.optimum = 1;
    bar.value = each.share;
    bar.setAttribute("aria-hidden", "true");
    box.append(bar);
  }
  return box;
}

function creature(each) {
  const row = element("li", (each.active ? "active " : "") + (each.party ? "ally" : "foe") + (each.out ? " out" : ""));
  if (each.active) row.setAttribute("aria-current", "true");
  if (each.key && each.key === me) row.classList.add("me");
  row.append(element("span", "name", each.name));
  for (const word of [each.side, each.acts]) if (word) row.append(" ", element("span", "spoken", word));
  for (const one of each.gauges) row.append(" ", gauge(one));
  if (each.look) row.append(" ", element("span", "look " + each.tone, each.look));
  for (const one of each.states) row.append(" ", element("span", "state", one));
  return row;
}

// Who this player is: remembered on this device, for the page of this table.
const ME = "me " + location.pathname;
const mine = at("mine").querySelector("select");
let me = remembered(ME);

function remembered(name) {
  try { return localStorage.getItem(name) || ""; } catch { return ""; }
}

function remember(name, text) {
  try { localStorage.setItem(name, text); } catch { /* a browser that keeps nothing asks again */ }
}

function ours() {
  return [...(parts.order || []), ...(parts.party || [])].filter((each) => each.party && each.key);
}

function showMine() {
  const own = ours().find((each) => each.key === me);
  at("mine").querySelector("ul").replaceChildren(...(own ? [creature({ ...own, active: false })] : []));
  const said = at("mine").querySelector("p");
  const { turn, next, waits } = said.dataset;
  const text = !own ? "" : own.active ? turn : me === parts.next ? next : own.waits ? waits : "";
  if (said.textContent !== text) said.textContent = text;
  root.classList.toggle("now", Boolean(own && own.active));
}

function list(id, rows) {
  const section = at(id);
  section.hidden = rows.length === 0;
  const columns = rows.length > 8 ? 2 : 1;
  section.classList.toggle("long", columns > 1);
  section.style.setProperty("--rows", Math.ceil(rows.length / columns));
  section.lastElementChild.replaceChildren(...rows);
}

const SHOW = {
  title: (text) => { at("title").textContent = document.title = text; },
  moment: (text) => { at("moment").textContent = text; },
  turn: (text) => { at("acts").textContent = text; },
  after: (text) => { at("after").textContent = text; },
  round: (text) => { at("round").textContent = text && " · " + text; },
  order: (rows) => list("order", rows.map(creature)),
  party: (rows) => list("party", rows.map(creature)),
  lights: (rows) => list("lights", rows.map((text) => element("li", "", text))),
  progress: (rows) => list("progress", rows.map((text) => element("li", "", text))),
  dates: (rows) => list("dates", rows.map((text) => element("li", "", text))),
  goods: (rows) => list("goods", rows.map((text) => element("li", "", text))),
  rooms: (rows) => list("rooms", rows.map((text) => element("li", "", text))),
  plan: (text) => { at("plan").hidden = !text; at("plan").textContent = text; },
  notebook: (rows) => list("notebook", rows.map((text) => element("li", "", text))),
  rolls: (rows) => list("rolls", rows.map((text) => element("li", "", text))),
  nobody: (text) => { if (form) { at("nobody").hidden = !text; at("nobody").textContent = text; } },
  asked: () => showOwn(),
};

function show(changed) {
  for (const [name, value] of Object.entries(changed)) {
    parts[name] = value;
    if (SHOW[name]) SHOW[name](value);
  }
  const active = document.querySelector("li.active");
  if (active && ("turn" in changed)) active.scrollIntoView({ block: "nearest" });
  choices();
  showMine();
  fit();
}

let told = 0;

// The server keeps the places of those who say, now and then, that they read what it sends.
function tell(again) {
  if (!parts.reader || (!again && Date.now() - told < 5000)) return;
  told = Date.now();
  fetch("reading?" + parts.reader).catch(() => {});
}

function follow() {
  const source = new EventSource("events");
  source.onopen = () => { at("lost").hidden = true; };
  source.onmessage = (event) => {
    const changed = JSON.parse(event.data);
    show(changed);
    tell("reader" in changed);
  };
  source.onerror = () => {
    at("lost").hidden = false;
    if (source.readyState === EventSource.CLOSED) setTimeout(follow, 2000);
  };
}

// What this player has asked, kept on this device. The server tells what became of it.
const MOST_OWN = 5;
const ASKED = "asked " + location.pathname;
const own = JSON.parse(remembered(ASKED) || "[]");

function showOwn() {
  if (!form) return;
  for (const each of own) each.answer = (parts.asked || {})[each.id] || each.answer;
  remember(ASKED, JSON.stringify(own));
  at("asked").replaceChildren(...own.map((each) => element("li", "", each.what + ": " + each.answer)));
}

function choices() {
  const nobody = mine.options[0];
  fill(mine, [nobody, ...ours().map(option)], me);
  if (form) fill(form.elements.who, ours().map(option), form.elements.who.value || me);
}

function option(each) {
  return new Option(each.name, each.key);
}

// A list that did not change stays as it is, so that it does not close under somebody's finger.
function fill(select, options, chosen) {
  const written = (all) => [...all].map((each) => each.value + each.text).join("\n");
  if (written(options) !== written(select.options)) select.replaceChildren(...options);
  select.value = chosen;
  if (select.selectedIndex < 0) select.selectedIndex = 0;
}

mine.addEventListener("change", () => {
  me = mine.value;
  remember(ME, me);
  if (form) form.elements.who.value = me;
  show({ order: parts.order || [], party: parts.party || [] });
});

async function send(event) {
  event.preventDefault();
  const said = form.querySelector("output");
  const wanted = Object.fromEntries(new FormData(form));
  try {
    const answer = await fetch("ask", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(wanted) });
    const text = await answer.text();
    said.textContent = answer.ok ? "" : text || said.dataset.refused;
    if (!answer.ok) return;
    const kind = form.elements.kind.selectedOptions[0].text;
    own.push({ id: text, what: form.elements.who.selectedOptions[0].text + ", " + kind + ": " + wanted.text, answer: "…" });
    own.splice(0, own.length - MOST_OWN);
    showOwn();
    form.elements.text.value = "";
  } catch {
    said.textContent = said.dataset.lost;
  }
}

if (form) form.addEventListener("submit", send);
FULL_SCREEN.addEventListener("change", arrange);
addEventListener("resize", fit);
arrange();
follow();
