/** Finds texts for people in the source of components, for the test that keeps them in files of messages. */
import type { parseSync } from "vite";

type Program = ReturnType<typeof parseSync>["program"];

export interface Node {
  type: string;
  [member: string]: unknown;
}

/** Attributes and members whose strings are for the browser or the code. */
const TECHNICAL = new Set([
  "accept",
  "attribution",
  "autoComplete",
  "className",
  "d",
  "dateTime",
  "fontFamily",
  "gridTemplateColumns",
  "href",
  "id",
  "key",
  "lang",
  "name",
  "points",
  "preserveAspectRatio",
  "rel",
  "sizes",
  "src",
  "style",
  "to",
  "transform",
  "transition",
  "type",
  "viewBox",
]);

/** Keys of the keyboard, as events and keyboards name them, a name of GeoJSON, names of standards and our own. */
const NOT_TEXT = new Set([
  "ArrowDown",
  "ArrowLeft",
  "ArrowRight",
  "ArrowUp",
  "Backspace",
  "Ctrl",
  "Delete",
  "End",
  "Enter",
  "Esc",
  "Escape",
  "Home",
  "IATA ONE Record",
  "OGC SensorThings",
  "PageDown",
  "PageUp",
  "Packhorse",
  "Point",
  "Polygon",
  "Shift",
  "Space",
  "Tab",
]);

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

/** Two words, or one that begins like a sentence. `$(` is of a script for a shell, `<` begins markup. */
function isText(text: string): boolean {
  if (text.includes("$(") || text.startsWith("<")) return false;
  return /\p{L}{2,}[,.:;]? \p{L}/u.test(text) || /^\p{Lu}\p{Ll}+[.:…?!]?$/u.test(text);
}

export function readName(node: Node): unknown {
  const key = (node["name"] ?? node["key"]) as Node | undefined;
  return key?.["name"] ?? key?.["value"];
}

export function walk(node: Node, visit: (node: Node) => boolean): void {
  if (!visit(node)) return;
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, visit);
}

/** Texts that stand in the code, in their order. Errors that are thrown are for developers. */
export function findLiterals(program: Program): string[] {
  const literals: string[] = [];
  walk(program as unknown as Node, (node) => {
    if (
      /^(Import|TS|ThrowStatement|ExportAll)/.test(node.type) &&
      !/^TS(As|Satisfies|NonNull)/.test(node.type)
    )
      return false;
    if (/^(JSXAttribute|Property)$/.test(node.type) && TECHNICAL.has(String(readName(node)))) return false;
    const text =
      node.type === "JSXText" || node.type === "Literal"
        ? node["value"]
        : node.type === "TemplateElement"
          ? (node["value"] as { cooked: string }).cooked
          : undefined;
    if (typeof text === "string") {
      const words = text.replaceAll(/\s+/g, " ").trim();
      const is_text = node.type === "JSXText" ? /\p{L}{2}/u.test(words) : isText(words);
      if (is_text && !NOT_TEXT.has(words)) literals.push(words);
    }
    return true;
  });
  return literals;
}

/** Texts that are read when the module is evaluated: they would stay in the first language. */
export function findReadsAtLoad(program: Program): string[] {
  const literals: string[] = [];
  walk(program as unknown as Node, (node) => {
    if (/Function/.test(node.type) || node.type === "MethodDefinition") return false;
    if (node.type !== "MemberExpression") return true;
    const read = nameMember(node);
    if (read.startsWith("text.")) literals.push(read);
    return false;
  });
  return literals;
}

function nameMember(node: Node): string {
  if (node.type === "Identifier") return String(node["name"]);
  if (node.type !== "MemberExpression") return "";
  return `${nameMember(node["object"] as Node)}.${nameMember(node["property"] as Node)}`;
}

/**
 * Texts that a module reads, by the module that exports them: `./text.ts` has "form.title". A path that ends at a
 * group of texts ("" is the whole file) means all texts below it, and so does one whose next member is computed.
 */
export function findReads(program: Program): Map<string, string[]> {
  const sources = new Map<string, string>();
  const members_by_root = new Map<string, string[]>();
  function add([root = "", ...members]: readonly string[]): boolean {
    const source = sources.get(root);
    if (source === undefined) return false;
    members_by_root.set(source, [...(members_by_root.get(source) ?? []), members.join(".")]);
    return true;
  }
  function visit(node: Node): boolean {
    if (node.type === "ImportDeclaration") {
      const source = String((node["source"] as Node)["value"]);
      for (const specifier of node["specifiers"] as Node[])
        if (/\/text\.ts$/.test(source) && (specifier["imported"] as Node | undefined)?.["name"] === "text")
          sources.set(String((specifier["local"] as Node)["name"]), source);
      return false;
    }
    // `const { form, title } = text`
    if (node.type === "VariableDeclarator" && node["init"] && (node["id"] as Node).type === "ObjectPattern") {
      const init = node["init"] as Node;
      const above = readMembers(init);
      const names = ((node["id"] as Node)["properties"] as Node[]).map((property) =>
        String(readName(property)),
      );
      if (!isComputed(init)) return !names.map((name) => add([...above, name])).includes(true);
    }
    if (node.type !== "MemberExpression" || !add(readMembers(node))) return true;
    // What stands between brackets may read other texts.
    for (let at: Node = node; at.type === "MemberExpression"; at = at["object"] as Node)
      if (at["computed"]) walk(at["property"] as Node, visit);
    return false;
  }
  walk(program as unknown as Node, visit);
  return members_by_root;
}

const isComputed = (node: Node): boolean =>
  node.type === "MemberExpression" && (node["computed"] === true || isComputed(node["object"] as Node));

/** `text.form.title` is ["text", "form", "title"], `text.kinds[kind].label` is ["text", "kinds"]. */
function readMembers(node: Node): string[] {
  const members: string[] = [];
  let at = node;
  for (; at.type === "MemberExpression"; at = at["object"] as Node)
    if (at["computed"]) members.length = 0;
    else members.unshift(String((at["property"] as Node)["name"]));
  return at.type === "Identifier" ? [String(at["name"]), ...members] : [];
}
