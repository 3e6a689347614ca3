// The connection of a view with the client that shows it: JSON-RPC over postMessage (MCP Apps, 2026-01-26).
const waiting = new Map();
let last_id = 0;
export let language = "en";
export const view = document.getElementById("view");

function post(message) {
  window.parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
}

export function request(method, params) {
  last_id += 1;
  const id = last_id;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    post({ id, method, params });
  });
}

/** The structured answer of a tool; throws an error with the code of a refusal. */
export async function callTool(name, args) {
  const answer = readResult(await request("tools/call", { name, arguments: args }));
  if (answer.error === undefined) return answer;
  throw Object.assign(new Error(answer.error.message), { code: answer.error.code });
}

function readResult(result) {
  if (result.structuredContent !== undefined) return result.structuredContent;
  const { text = "{}" } = result.content?.find(({ type }) => type === "text") ?? {};
  try {
    return JSON.parse(text);
  } catch {
    return result.isError ? { error: { code: "ERROR", message: text } } : {};
  }
}

function applyContext({ theme, styles, locale } = {}) {
  if (theme !== undefined) document.documentElement.style.colorScheme = theme;
  for (const [name, value] of Object.entries(styles?.variables ?? {}))
    if (name.startsWith("--") && value) document.documentElement.style.setProperty(name, value);
  if (locale !== undefined) language = locale.toLowerCase().startsWith("pt") ? "pt" : "en";
  document.documentElement.lang = language;
}

/** An element with attributes and children; texts are texts, whatever they contain. */
export function element(name, attributes = {}, ...children) {
  const svg = ["svg", "g", "polyline", "circle", "text", "line", "title"].includes(name);
  const made = svg
    ? document.createElementNS("http://www.w3.org/2000/svg", name)
    : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "onclick") made.addEventListener("click", value);
    else if (value !== false) made.setAttribute(key, value === true ? "" : String(value));
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

function showFailure(error) {
  view.replaceChildren(element("p", { role: "alert", class: "failure" }, error.message));
}

/** Shows the answer of the tool, each time that there is one. */
export async function start({ name, waiting_text, show }) {
  const onResult = (result) => {
    const answer = readResult(result);
    // A refusal of the tool is for the model: it may call again.
    if (answer.error === undefined) Promise.resolve(show(answer)).catch(showFailure);
    else showFailure(answer.error);
  };
  const notifications = {
    "ui/notifications/tool-result": onResult,
    "ui/notifications/tool-cancelled": () => view.replaceChildren(element("p", {}, "–")),
    "ui/notifications/host-context-changed": applyContext,
  };
  window.addEventListener("message", ({ source, data }) => {
    if (source !== window.parent || data?.jsonrpc !== "2.0") return;
    if (data.method === undefined) {
      const { resolve, reject } = waiting.get(data.id) ?? {};
      waiting.delete(data.id);
      if (data.error === undefined) resolve?.(data.result);
      else reject?.(new Error(data.error.message));
    } else if (data.id !== undefined) {
      const known = data.method === "ping" || data.method === "ui/resource-teardown";
      const error = { code: -32601, message: `Unknown method: ${data.method}` };
      post({ id: data.id, ...(known ? { result: {} } : { error }) });
    } else notifications[data.method]?.(data.params);
  });
  const { hostContext } = await request("ui/initialize", {
    protocolVersion: "2026-01-26",
    appInfo: { name, version: "1" },
    appCapabilities: { availableDisplayModes: ["inline", "fullscreen"] },
  });
  applyContext(hostContext);
  view.replaceChildren(element("p", { class: "dim" }, waiting_text[language]));
  post({ method: "ui/notifications/initialized" });
  new ResizeObserver(() => {
    const { width, height } = document.documentElement.getBoundingClientRect();
    post({ method: "ui/notifications/size-changed", params: { width, height } });
  }).observe(document.documentElement);
}
