const [search, count, list, article, description] = [
  "search",
  "count",
  "list",
  "operation",
  "description",
].map((id) => document.getElementById(id));
let spec;
const operations = [];

/** An element with its children; texts are never read as HTML. */
function el(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) node.setAttribute(name, value);
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

const follow = (schema) =>
  schema?.$ref ? follow(spec.components.schemas[schema.$ref.split("/").pop()]) : (schema ?? {});
const nameOf = (schema) => schema?.$ref?.split("/").pop();

/** The type in a few words. */
function typeText(schema) {
  if (nameOf(schema)) return nameOf(schema);
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

/** Objects inside a schema, to open. */
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
  show(wanted);
  article.focus({ preventScroll: true });
  document.querySelector("main").scrollTop = article.offsetTop - 20;
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
