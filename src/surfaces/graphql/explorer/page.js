const by = (id) => document.getElementById(id);
const [token, dry, query, variables, answer, status, search, list] = [
  "token",
  "dry",
  "query",
  "variables",
  "answer",
  "status",
  "search",
  "operations",
].map(by);
token.value = sessionStorage.getItem("packhorse-token") ?? "";
query.value = sessionStorage.getItem("packhorse-query") ?? "query {\n  __typename\n}\n";
variables.value = sessionStorage.getItem("packhorse-variables") ?? "{}";
const operations = [];

async function post(document, given, headers = {}) {
  const authorization = token.value.trim() === "" ? {} : { authorization: `Bearer ${token.value.trim()}` };
  return fetch("/api/graphql", {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json", ...authorization, ...headers },
    body: JSON.stringify({ query: document, variables: given }),
  });
}

async function run() {
  for (const [name, field] of [
    ["token", token],
    ["query", query],
    ["variables", variables],
  ])
    sessionStorage.setItem(`packhorse-${name}`, field.value);
  let given;
  try {
    given = JSON.parse(variables.value.trim() === "" ? "{}" : variables.value);
  } catch (error) {
    status.textContent = "the variables are not JSON";
    answer.value = String(error.message);
    return;
  }
  status.textContent = "…";
  try {
    const response = await post(query.value, given, dry.checked ? { "x-dry-run": "1" } : {});
    const text = await response.text();
    status.textContent = String(response.status);
    try {
      answer.value = JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      answer.value = text;
    }
  } catch (error) {
    status.textContent = "no answer";
    answer.value = String(error.message);
  }
}

const typeText = (type) =>
  type.kind === "NON_NULL"
    ? `${typeText(type.ofType)}!`
    : type.kind === "LIST"
      ? `[${typeText(type.ofType)}]`
      : type.name;

/** A document that calls one operation, its required arguments as variables. */
function skeleton({ kind, name, args, fields }) {
  const needed = args.filter((arg) => arg.type.kind === "NON_NULL");
  const declared =
    needed.length === 0 ? "" : `(${needed.map((arg) => `$${arg.name}: ${typeText(arg.type)}`).join(", ")})`;
  const passed =
    needed.length === 0 ? "" : `(${needed.map((arg) => `${arg.name}: $${arg.name}`).join(", ")})`;
  const selected = fields.length === 0 ? "" : ` {\n    ${fields.join("\n    ")}\n  }`;
  query.value = `${kind} ${name}${declared} {\n  ${name}${passed}${selected}\n}\n`;
  variables.value = JSON.stringify(Object.fromEntries(needed.map((arg) => [arg.name, null])), null, 2);
}

function show() {
  const wanted = search.value.trim().toLowerCase();
  list.replaceChildren();
  for (const kind of ["query", "mutation"]) {
    const found = operations.filter(
      (one) => one.kind === kind && `${one.name} ${one.description}`.toLowerCase().includes(wanted),
    );
    if (found.length === 0) continue;
    const title = document.createElement("h2");
    title.textContent = kind === "query" ? "Queries" : "Mutations";
    list.append(title);
    for (const one of found) {
      const button = document.createElement("button");
      const words = document.createElement("small");
      button.type = "button";
      button.textContent = one.name;
      words.textContent = one.description;
      button.append(words);
      button.addEventListener("click", () => skeleton(one));
      list.append(button);
    }
  }
}

async function load() {
  const type = "kind name ofType { kind name ofType { kind name ofType { kind name } } }";
  const fields = `fields { name description args { name type { ${type} } } type { ${type} } }`;
  const response = await post(
    `{ __schema { queryType { ${fields} } mutationType { ${fields} } types { name kind fields { name type { ${type} } } } } }`,
    {},
  );
  const { data } = await response.json();
  if (!data) {
    status.textContent = "the list of operations needs a good token, or none";
    return;
  }
  const getNamedType = (type) => (type.ofType ? getNamedType(type.ofType) : type);
  const isLeaf = (type) => ["SCALAR", "ENUM"].includes(getNamedType(type).kind);
  const leaves = new Map(
    data.__schema.types.map((one) => [
      one.name,
      (one.fields ?? []).filter((field) => isLeaf(field.type)).map((field) => field.name),
    ]),
  );
  for (const [kind, root] of [
    ["query", data.__schema.queryType],
    ["mutation", data.__schema.mutationType],
  ]) {
    for (const field of root?.fields ?? []) {
      const of = getNamedType(field.type);
      const members = of.kind === "OBJECT" ? (leaves.get(of.name) ?? []) : [];
      operations.push({
        kind,
        name: field.name,
        description: field.description ?? "",
        args: field.args,
        fields: of.kind === "OBJECT" && members.length === 0 ? ["__typename"] : members,
      });
    }
  }
  show();
}

by("run").addEventListener("click", run);
search.addEventListener("input", show);
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    run();
  }
});
load().catch((error) => {
  status.textContent = String(error.message);
});
