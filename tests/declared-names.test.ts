/**
 * A variable, parameter, function, type or file is named after what it holds: `created_order`, not `made`. A participle
 * before a noun (`stored_rows`) and a question (`isKnown`) are fine. Members of answers, payloads and statements keep
 * their names: neither properties are looked at, nor variables that destructuring names after one. A function is named by a verb.
 */
import assert from "node:assert/strict";
import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { parseSync } from "vite";

const ROOT = path.resolve(import.meta.dirname, "..");

const PARTICIPLES =
  "asked chosen done found given kept known left made meant named needed own said seen sent shown stored taken told wanted whole".split(
    " ",
  );
/** Words that make a question of a participle: `isKnown`, `was_just_sent`. */
const QUESTIONS = new Set([
  "is",
  "was",
  "are",
  "were",
  "has",
  "have",
  "had",
  "can",
  "may",
  "must",
  "should",
  "not",
]);

/** Names that stay, by file and name, or by name alone, with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  "parameter done":
    "the callback of a hook, as Fastify, Node and SMTP servers name it in their documentation",
  "file not-found": "the name of HTTP and of the router for a page that does not exist",
};

interface Node {
  type: string;
  start: number;
  [member: string]: unknown;
}

interface Declaration {
  kind: string;
  name: string;
  start: number;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

/** Words of a name in lower case: `getTriesLeft`, `tries_left` and `TRIES_LEFT` are the same. */
const splitName = (name: string) =>
  (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase());

function endsInParticiple(name: string): boolean {
  const words = splitName(name);
  return PARTICIPLES.includes(words.at(-1) ?? "") && !words.some((word) => QUESTIONS.has(word));
}

/** Names that a pattern declares, without members of an object that keep their name. */
function listPatternNames(pattern: unknown, kind: string): Declaration[] {
  if (!isNode(pattern)) return [];
  switch (pattern.type) {
    case "Identifier":
      return [{ kind, name: String(pattern["name"]), start: pattern.start }];
    case "ObjectPattern":
      return (pattern["properties"] as Node[]).flatMap((property) =>
        property["shorthand"] === true ? [] : listPatternNames(property["value"] ?? property, kind),
      );
    case "ArrayPattern":
      return (pattern["elements"] as unknown[]).flatMap((element) => listPatternNames(element, kind));
    case "AssignmentPattern":
      return listPatternNames(pattern["left"], kind);
    case "RestElement":
      return listPatternNames(pattern["argument"], kind);
    case "TSParameterProperty":
      return listPatternNames(pattern["parameter"], kind);
    default:
      return [];
  }
}

function listDeclarations(node: Node): Declaration[] {
  const here = /^VariableDeclarator$/.test(node.type)
    ? listPatternNames(node["id"], "variable")
    : /^(Class|Function|TSInterface|TSTypeAlias|TSEnum|TSDeclareFunction)/.test(node.type)
      ? listPatternNames(node["id"], "name of")
      : node.type === "TSTypeParameter"
        ? listPatternNames(node["name"], "type")
        : [];
  const params = Array.isArray(node["params"]) ? node["params"] : [];
  return [
    ...here,
    ...params.flatMap((param) => listPatternNames(param, "parameter")),
    ...Object.values(node).flatMap((value) =>
      (Array.isArray(value) ? value : [value]).flatMap((child) =>
        isNode(child) ? listDeclarations(child) : [],
      ),
    ),
  ];
}

/** Ends of names that are words of JavaScript, JSON Schema and of this field, before a capital letter or alone. */
const OF_WORDS = /(^(any|all|one|value)|As)Of$/;

const isFunction = (value: unknown): boolean =>
  isNode(value) && /^(Arrow)?Function|^TS(EmptyBodyFunctionExpression|FunctionType)$/.test(value.type);

/** Functions, methods, and variables, members and parameters that hold a function. */
function listFunctions(node: Node): Declaration[] {
  const annotation = (of: unknown) => {
    const type_annotation = isNode(of) ? of["typeAnnotation"] : undefined;
    return isNode(type_annotation) ? type_annotation["typeAnnotation"] : undefined;
  };
  const declares =
    /^(FunctionDeclaration|TSDeclareFunction|MethodDefinition|TSMethodSignature)$/.test(node.type) ||
    (/^(VariableDeclarator|Property|PropertyDefinition|TSPropertySignature)$/.test(node.type) &&
      [node["init"], node["value"], annotation(node)].some(isFunction));
  const params = Array.isArray(node["params"]) ? (node["params"] as Node[]) : [];
  const names = [
    ...(declares ? [node["id"] ?? node["key"]] : []),
    ...params.filter((param) => isFunction(annotation(param))),
  ];
  return [
    ...names.flatMap((name) => listPatternNames(name, "function")),
    ...Object.values(node).flatMap((value) =>
      (Array.isArray(value) ? value : [value]).flatMap((child) =>
        isNode(child) ? listFunctions(child) : [],
      ),
    ),
  ];
}

/** Files that have a name that ends in "Of", which is most often none of ours. */
const OF_CANDIDATE = /(?<![.\w])[a-z]\w*Of\b/;

async function listNounFunctions(file: string): Promise<string[]> {
  const text = await readFile(path.join(ROOT, file), "utf8");
  if (!OF_CANDIDATE.test(text)) return [];
  return listFunctions(parseSync(file, text).program as unknown as Node)
    .filter(({ name }) => /[a-z0-9]Of$/.test(name) && !OF_WORDS.test(name))
    .map(({ name, start }) => `${file}:${text.slice(0, start).split("\n").length}: ${name}`);
}

/** Only files that have such a name before what follows a declaration are parsed: parsing every file takes half a minute. */
const CANDIDATE = new RegExp(
  `(?<![.\\w"'-])\\w*(${PARTICIPLES.flatMap((word) => [word, word[0]?.toUpperCase() + word.slice(1), word.toUpperCase()]).join("|")})\\??\\s*(=[^=]|[:,)\\]}<(]|of\\b|extends\\b|\\{)`,
);

async function listBadNames(file: string): Promise<string[]> {
  const stem = path.basename(file).split(".")[0] ?? "";
  const bad_files = endsInParticiple(stem.replaceAll("-", "_"))
    ? [{ kind: "file", name: stem, line: 1 }]
    : [];
  const text = await readFile(path.join(ROOT, file), "utf8");
  const declarations = CANDIDATE.test(text)
    ? listDeclarations(parseSync(file, text).program as unknown as Node).filter(({ name }) =>
        endsInParticiple(name),
      )
    : [];
  return [
    ...bad_files,
    ...declarations.map(({ kind, name, start }) => ({
      kind,
      name,
      line: text.slice(0, start).split("\n").length,
    })),
  ]
    .filter(({ kind, name }) => EXCEPTIONS[`${kind} ${name}`] === undefined)
    .map(({ kind, name, line }) => `${file}:${line}: ${kind} ${name}`);
}

async function listFiles(): Promise<string[]> {
  const files = await Array.fromAsync(
    glob("{src,packages,scripts,bench,tests,console}/**/*.{ts,tsx}", { cwd: ROOT }),
  );
  return files.filter((file) => !/\.gen\.ts$|\/gen\/|^packages\/client\/.*gen|node_modules/.test(file));
}

test("names say what they hold, and none is a participle or an adjective alone", async () => {
  const bad_names = (await Promise.all((await listFiles()).map(listBadNames))).flat();
  assert.deepEqual(bad_names.sort(), []);
});

test("functions are named by a verb: `getLabel`, not `labelOf`", async () => {
  const bad_names = (await Promise.all((await listFiles()).map(listNounFunctions))).flat();
  assert.deepEqual(bad_names.sort(), []);
});
