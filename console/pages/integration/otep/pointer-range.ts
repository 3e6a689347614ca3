/** Finds the range of a text that a JSON Pointer refers to. */
import { jsonLanguage } from "@codemirror/lang-json";

export interface Span {
  from: number;
  to: number;
}

type Node = ReturnType<typeof jsonLanguage.parser.parse>["topNode"];

const VALUES = new Set(["Object", "Array", "String", "Number", "True", "False", "Null"]);

/**
 * The range of the value that a pointer refers to; of a list or object its first line. For a missing member,
 * the range of the object that lacks it. `lines`: the text is newline-delimited JSON, in which blank lines are
 * not counted.
 */
export function findSpan(text: string, pointer: string, lines = false): Span {
  let steps = pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  let start = 0;
  let source = text;
  if (lines && steps[0] !== undefined) {
    const line = lineAt(text, Number(steps[0]));
    steps = steps.slice(1);
    start = line.from;
    source = text.slice(line.from, line.to);
  }
  const top = valueIn(jsonLanguage.parser.parse(source).topNode);
  if (top === null) return { from: start, to: start + firstLine(source, 0, source.length) };
  let value_node: Node = top;
  let key: Node | null = null;
  for (const step of steps) {
    const next: FoundMember | null =
      value_node.name === "Array" ? findItem(value_node, Number(step)) : findMember(source, value_node, step);
    if (next === null) break;
    key = next.key;
    value_node = next.value;
  }
  const from =
    key !== null && (value_node.name === "Object" || value_node.name === "Array")
      ? key.from
      : value_node.from;
  return { from: start + from, to: start + firstLine(source, from, value_node.to) };
}

/** The range of the first syntax error; null when the text is valid JSON. */
export function findSyntaxError(text: string): Span | null {
  let range: Span | null = null;
  jsonLanguage.parser.parse(text).iterate({
    enter({ type, from, to }) {
      if (range === null && type.isError) range = { from, to: Math.max(to, Math.min(from + 1, text.length)) };
    },
  });
  return range;
}

function lineAt(text: string, index: number): Span {
  let from = 0;
  let object_index = -1;
  for (const line of text.split("\n")) {
    if (line.trim() !== "") object_index++;
    if (object_index === index && line.trim() !== "") return { from, to: from + line.length };
    from += line.length + 1;
  }
  return { from: text.length, to: text.length };
}

function firstLine(text: string, from: number, to: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 || end > to ? to : end;
}

function valueIn(node: Node): Node | null {
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (VALUES.has(child.name)) return child;
  }
  return null;
}

interface FoundMember {
  key: Node | null;
  value: Node;
}

function findItem(list: Node, index: number): FoundMember | null {
  let child_index = 0;
  for (let child = list.firstChild; child !== null; child = child.nextSibling) {
    if (VALUES.has(child.name) && child_index++ === index) return { key: null, value: child };
  }
  return null;
}

function findMember(text: string, object: Node, name: string): FoundMember | null {
  // As in JSON.parse, the last of two members with one name is used.
  let member: FoundMember | null = null;
  for (let child = object.firstChild; child !== null; child = child.nextSibling) {
    const key = child.name === "Property" ? child.firstChild : null;
    const value = key === null ? null : valueIn(child);
    if (key !== null && value !== null && readName(text.slice(key.from, key.to)) === name)
      member = { key, value };
  }
  return member;
}

function readName(written: string): string | undefined {
  try {
    return JSON.parse(written) as string;
  } catch {
    return undefined;
  }
}
