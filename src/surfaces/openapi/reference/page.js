const [search, count, list, article, description] = [
  "search",
  "count",
  "list",
  "operation",
  "description",
].map((id) => document.getElementById(id));
let spec;
const operations = [];

/** Creates an element with its children; texts are never parsed as HTML. */
function el(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) node.setAttribute(name, value);
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

const follow = (schema) =>
  schema?.$ref ? follow(spec.components.schemas[schema.$ref.split("/").pop()]) : (schema ?? {});
const getName = (schema) => schema?.$ref?.split("/").pop();

/** The type in a few words. */
function typeText(schema) {
  if (getName(schema)) return getName(schema);
  if (schema.anyOf) return schema.anyOf.map(typeText).join(" or ");
  if (schema.allOf) return schema.allOf.map(typeText).join(" and ");
  if (schema.enum) return schema.enum.map((word) => JSON.stringify(word)).join(" | ");
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.type === "array") return `list of ${typeText(schema.items ?? {})}`;
  const type = Array.isArray(schema.type) ? schema.type.join(" or ") : (schema.type ?? "any");
  return schema.format ? `${type} (${schema.format})` : type;
}

function bounds(schema) {
  const words = [
    ["minimum", "from"],
    ["maximum", "to"],
    ["minLength", "at least characters:"],
    ["maxLength", "at most characters:"],
    ["minItems", "at least items:"],
    ["maxItems", "at most items:"],
    ["pattern", "pattern"],
    ["default", "default"],
  ];
  return words
    .filter(([key]) => schema[key] !== undefined)
    .map(([key, word]) => `${word} ${schema[key]}`)
    .join(", ");
}

function words(description, schema) {
  const said = [description?.replaceAll("`", ""), bounds(schema)].filter(Boolean);
  return said.join(said[0]?.endsWith(".") ? " " : "; ");
}

/** The object schema inside a schema, if any. */
function objectIn(schema) {
  const found = follow(schema);
  if (found.properties) return found;
  if (found.type === "array") return objectIn(found.items ?? {});
  const branches = [...(found.anyOf ?? []), ...(found.allOf ?? [])].map(objectIn).filter(Boolean);
  if (branches.length < 2) return branches[0] ?? null;
  return {
    properties: Object.assign({}, ...branches.map((branch) => branch.properties)),
    required: branches.flatMap((branch) => branch.required ?? []),
  };
}

function members(schema, depth = 0) {
  const object = objectIn(schema);
  if (!object) return el("p", null, el("code", null, typeText(schema)));
  const rows = Object.entries(object.properties).map(([name, member]) => {
    const inner = depth < 6 && objectIn(member) ? el("details", null, el("summary", null, "members")) : null;
    inner?.addEventListener("toggle", () => {
      if (inner.open && inner.childElementCount === 1) inner.append(members(member, depth + 1));
    });
    return el(
      "tr",
      null,
      el(
        "td",
        null,
        el("code", null, name),
        (object.required ?? []).includes(name) ? "" : el("span", { class: "dim" }, " optional"),
      ),
      el(
        "td",
        null,
        el("code", null, typeText(member)),
        el("div", { class: "dim" }, words(member.description, member)),
        inner,
      ),
    );
  });
  return el(
    "table",
    null,
    el(
      "thead",
      null,
      el("tr", null, el("th", { scope: "col" }, "Member"), el("th", { scope: "col" }, "What")),
    ),
    el("tbody", null, ...rows),
  );
}

/** An example value for a schema, good enough to start with. */
function buildExample(schema, depth = 0) {
  const found = follow(schema);
  if (found.examples?.length) return found.examples[0];
  if (found.default !== undefined) return found.default;
  if ("const" in found) return found.const;
  if (found.enum) return found.enum[0];
  const branches = found.anyOf ?? found.oneOf;
  if (branches) {
    const branch = branches.find((one) => follow(one).type !== "null") ?? branches[0];
    return buildExample(branch, depth);
  }
  if (found.allOf) return Object.assign({}, ...found.allOf.map((one) => buildExample(one, depth)));
  if (found.properties) {
    if (depth > 4) return {};
    const required = [...(found.required ?? [])];
    // A body without required members usually needs one of its parts, such as an address.
    if (required.length === 0)
      required.push(
        ...Object.keys(found.properties)
          .filter((name) => objectIn(found.properties[name])?.required?.length)
          .slice(0, 2),
      );
    const names =
      required.length > 0 ? required : Object.keys(found.properties).slice(0, depth === 0 ? 3 : 1);
    return Object.fromEntries(names.map((name) => [name, buildExample(found.properties[name], depth + 1)]));
  }
  const type = Array.isArray(found.type) ? found.type[0] : found.type;
  if (type === "array") return [buildExample(found.items ?? {}, depth + 1)];
  if (type === "integer" || type === "number") return Math.max(1, found.minimum ?? 1);
  if (type === "boolean") return true;
  if (type !== "string") return {};
  if (found.format === "date") return new Date().toISOString().slice(0, 10);
  if (found.format === "date-time") return new Date().toISOString().replace(/\.\d+/, "");
  return found.format === "email" ? "you@example.com" : "…";
}

const pretty = (value) => JSON.stringify(value, null, 2);
const needsToken = ({ entry }) => !Array.isArray(entry.security) || entry.security.length > 0;
const writes = ({ method }) => method !== "GET";

/** A request as a shell command. */
function buildSample(operation, parameters, body) {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_whole, name) => {
    const one = parameters.find((parameter) => parameter.in === "path" && parameter.name === name);
    return encodeURIComponent(String(buildExample(one?.schema ?? { type: "integer" })));
  });
  const query = parameters
    .filter((one) => one.in === "query" && one.required)
    .map((one) => `${one.name}=${encodeURIComponent(String(buildExample(one.schema)))}`)
    .join("&");
  const lines = [`curl -s '${location.origin}${path}${query === "" ? "" : `?${query}`}'`];
  if (operation.method !== "GET" && !(operation.method === "POST" && body))
    lines[0] += ` -X ${operation.method}`;
  if (needsToken(operation)) lines.push(`-H "authorization: Bearer $TOKEN"`);
  if (body) {
    lines.push("-H 'content-type: application/json'");
    lines.push(`-d '${JSON.stringify(buildExample(body)).replaceAll("'", "'\\''")}'`);
  }
  return el(
    "div",
    { class: "sample" },
    el("span", { class: "language" }, "sh"),
    el("pre", { tabindex: "0" }, el("code", null, lines.join(" \\\n  "))),
  );
}

/** The console session of this browser; its cookie is accepted only with this header. */
const CONSOLE = { "x-packhorse-client": "console" };

let account;
/** The signed-in account, requested once per page; null when nobody is signed in. */
function whoIsIt() {
  account ??= fetch("/api/v1/user/me", { headers: CONSOLE }).then(
    async (answer) => (answer.ok ? (await answer.json()).user : null),
    () => null,
  );
  return account;
}

/** A form that sends the operation from this page, as the account signed in at the console. */
function trial(operation, parameters, body) {
  const inputs = parameters
    .filter((one) => one.in === "path" || one.in === "query")
    .map((one) => {
      const input = el("input", { name: one.name, ...(one.required ? { required: "" } : {}) });
      if (one.schema?.default !== undefined) input.placeholder = String(one.schema.default);
      return { one, input };
    });
  const text = body ? el("textarea", { spellcheck: "false", autocapitalize: "off" }) : null;
  if (text) text.value = pretty(buildExample(body));
  const dry = el("input", { type: "checkbox" });
  dry.checked = true;
  const who = el("p", { class: "who" }, "…");
  const send = el("button", { type: "submit" }, "Send");
  const outcome = el("div", { role: "status" });
  whoIsIt().then((user) => {
    if (user !== null) who.textContent = `As ${user.name}, ${user.email}.`;
    else if (!needsToken(operation)) who.textContent = "This needs no sign-in.";
    else
      who.replaceChildren(
        "This needs a sign-in: ",
        el("a", { href: "/sign-in", target: "_blank", rel: "noopener" }, "sign in at the console"),
        " and reload this page.",
      );
  });
  const form = el(
    "form",
    { class: "try" },
    el("h3", null, "Try it"),
    who,
    inputs.length === 0
      ? null
      : el(
          "div",
          { class: "fields" },
          ...inputs.map(({ one, input }) =>
            el("label", null, `${one.name}${one.required ? "" : " (optional)"}`, input),
          ),
        ),
    text && el("label", null, "Body", text),
    el(
      "div",
      { class: "actions" },
      send,
      writes(operation) ? el("label", { class: "check" }, dry, "Only show what would happen") : null,
    ),
    outcome,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    send.disabled = true;
    try {
      outcome.replaceChildren(
        ...(await ask(operation, inputs, text?.value, writes(operation) && dry.checked)),
      );
    } catch (error) {
      outcome.replaceChildren(el("p", { class: "outcome bad" }, el("b", null, "Not sent"), error.message));
    } finally {
      send.disabled = false;
    }
  });
  return form;
}

async function ask(operation, inputs, body, dry_run) {
  const query = new URLSearchParams();
  let path = operation.path;
  for (const { one, input } of inputs) {
    const value = input.value.trim();
    if (one.in === "path") path = path.replace(`{${one.name}}`, () => encodeURIComponent(value));
    else if (value !== "") query.append(one.name, value);
  }
  if (body !== undefined) JSON.parse(body);
  const started = performance.now();
  const answer = await fetch(query.size === 0 ? path : `${path}?${query}`, {
    method: operation.method,
    headers: {
      ...CONSOLE,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(dry_run ? { "x-dry-run": "1" } : {}),
    },
    body,
  });
  const type = answer.headers.get("content-type") ?? "";
  const is_text = /json|text|xml/.test(type);
  const content = is_text
    ? await answer.text()
    : `${(await answer.blob()).size} bytes of ${type || "nothing"}`;
  const took = Math.round(performance.now() - started);
  return [
    el(
      "p",
      { class: `outcome ${answer.ok ? "good" : "bad"}` },
      el("b", null, `${answer.status} ${answer.statusText}`),
      `${dry_run && answer.ok ? "nothing was changed, " : ""}${took} ms`,
    ),
    el(
      "div",
      { class: "sample" },
      el(
        "pre",
        { tabindex: "0" },
        el("code", null, /json/.test(type) ? pretty(JSON.parse(content)) : content),
      ),
    ),
  ];
}

function show(operation) {
  const { entry, method, path } = operation;
  const parameters = entry.parameters.map((one) =>
    one.$ref ? spec.components.parameters[one.$ref.split("/").pop()] : one,
  );
  const body = entry.requestBody?.content["application/json"]?.schema;
  const tags = [`risk: ${entry["x-risk"]}`, ...entry["x-scopes"], ...entry["x-roles"]];
  for (const [server, tool] of Object.entries(entry["x-mcp-tool"] ?? {})) tags.push(`MCP ${server}: ${tool}`);
  article.replaceChildren(
    el("h2", null, entry.summary),
    el("p", { class: "path" }, el("span", { class: "method" }, method), ` ${path}`),
    el("p", null, entry.description),
    el(
      "p",
      { class: "tags" },
      el("span", null, `GraphQL: ${entry.operationId}`),
      ...tags.map((tag) => el("span", null, tag)),
    ),
  );
  article.append(buildSample(operation, parameters, body), trial(operation, parameters, body));
  if (parameters.length > 0) {
    article.append(
      el("h3", null, "Parameters"),
      el(
        "table",
        null,
        el(
          "tbody",
          null,
          ...parameters.map((one) =>
            el(
              "tr",
              null,
              el(
                "td",
                null,
                el("code", null, one.name),
                el("span", { class: "dim" }, ` ${one.in}${one.required ? "" : ", optional"}`),
              ),
              el(
                "td",
                null,
                el("code", null, typeText(one.schema)),
                el("div", { class: "dim" }, words(one.description, one.schema)),
              ),
            ),
          ),
        ),
      ),
    );
  }
  if (body) article.append(el("h3", null, "Body"), members(body));
  for (const [status, answer] of Object.entries(entry.responses).sort()) {
    if (status >= "400") continue;
    const schema = answer.content?.["application/json"]?.schema;
    article.append(
      el("h3", null, `Answer ${status}`),
      schema ? members(schema) : el("p", null, answer.description),
    );
  }
  article.append(
    el("h3", null, "Refusals"),
    el(
      "table",
      null,
      el(
        "tbody",
        null,
        ...Object.entries(entry.responses)
          .filter(([status]) => status >= "400")
          .sort()
          .map(([status, answer]) =>
            el(
              "tr",
              null,
              el("td", null, el("code", null, status)),
              el("td", null, answer.description.replace(/^Refused: /, "")),
            ),
          ),
      ),
    ),
  );
  for (const link of list.querySelectorAll("a"))
    link.toggleAttribute("aria-current", link.hash === `#${entry.operationId}`);
}

function narrow() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = operations.filter(({ text }) => words.every((word) => text.includes(word)));
  count.textContent = `${found.length} of ${operations.length} operations`;
  list.replaceChildren();
  let family;
  for (const { entry, method } of found) {
    if (entry.tags[0] !== family) {
      family = entry.tags[0];
      list.append(el("h2", null, family));
    }
    list.append(
      el("a", { href: `#${entry.operationId}` }, el("span", { class: "method" }, method), entry.summary),
    );
  }
}

function visit() {
  const wanted = operations.find(({ entry }) => `#${entry.operationId}` === location.hash);
  if (!wanted) return;
  document.body.classList.add("has-operation");
  show(wanted);
  article.focus({ preventScroll: true });
  list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  if (matchMedia("(max-width: 860px)").matches) article.scrollIntoView();
  else scrollTo(0, 0);
}

async function load() {
  spec = await (await fetch("/api/openapi.json")).json();
  description.textContent = spec.info.description.replaceAll("`", "");
  for (const [path, methods] of Object.entries(spec.paths)) {
    for (const [method, entry] of Object.entries(methods)) {
      const text = [
        method,
        path,
        entry.operationId,
        entry.summary,
        entry.tags[0],
        ...entry["x-scopes"],
        ...entry["x-roles"],
        ...Object.values(entry["x-mcp-tool"] ?? {}),
      ]
        .join(" ")
        .toLowerCase();
      operations.push({ path, method: method.toUpperCase(), entry, text });
    }
  }
  operations.sort(
    (one, other) =>
      one.entry.tags[0].localeCompare(other.entry.tags[0]) || one.path.localeCompare(other.path),
  );
  narrow();
  visit();
}

search.addEventListener("input", narrow);
addEventListener("hashchange", visit);
load().catch((error) => {
  count.textContent = `The description cannot be read: ${error.message}`;
});
