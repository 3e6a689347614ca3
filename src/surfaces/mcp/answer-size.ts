/**
 * What a model can read at once, and how values are measured and cut to it. Tools that hand out texts and catalogues split
 * them themselves; every other answer is limited by `limit-answer.ts`.
 */

/** Some 4,500 tokens, which leaves room for the other members of an answer. Bytes of JSON. */
export const ANSWER_BYTES_MAX = 18_000;

const STRING_SHOWN_MAX = 400;

export const countBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? "");

/** The first items that fit, at least one. */
export function takeWhatFits<T>(items: readonly T[], bytes_max = ANSWER_BYTES_MAX): T[] {
  let bytes = 0;
  const count = items.findIndex((item) => {
    bytes += countBytes(item) + 1;
    return bytes > bytes_max;
  });
  return count === -1 ? [...items] : items.slice(0, Math.max(1, count));
}

/** Parts of a Markdown text, cut before headings, else between paragraphs, else between lines. */
export function splitText(text: string, bytes_max = ANSWER_BYTES_MAX): string[] {
  if (countBytes(text) <= bytes_max) return [text];
  for (const edge of [/^(?=## )/m, /^(?=### )/m, /(?<=\n\n)/, /(?<=\n)/, /(?<=.{2000})/su]) {
    const pieces = text.split(edge);
    if (pieces.length > 1)
      return joinPieces(
        pieces.flatMap((piece) => splitText(piece, bytes_max)),
        bytes_max,
      );
  }
  return [text];
}

function joinPieces(pieces: readonly string[], bytes_max: number): string[] {
  const parts: string[] = [];
  for (const piece of pieces) {
    const joined = (parts.at(-1) ?? "") + piece;
    if (parts.length > 0 && countBytes(joined) <= bytes_max) parts[parts.length - 1] = joined;
    else parts.push(piece);
  }
  return parts;
}

export interface Shortened {
  path: string;
  shown: number;
  of: number;
}

/** What was cut: items of a list, characters of a text, or members of an object; `of` is how many there are. */
export interface Shortened {
  path: string;
  shown: number;
  of: number;
}

/**
 * The same value, cut until it fits, and what was cut: its longest lists first, then its longest texts, then the members
 * of its largest objects. Everything is cut at its end, so that positions stay what they were.
 */
export function shortenValue<T>(
  value: T,
  bytes_max = ANSWER_BYTES_MAX,
): { value: T; shortened: Shortened[] } {
  if (countBytes(value) <= bytes_max) return { value, shortened: [] };
  const copy = structuredClone(value);
  const cut = new Map<object, Shortened>();
  cutWhatIsLong(copy, bytes_max, findLists, cut);
  const texts: Shortened[] = [];
  let fitting = copy;
  if (countBytes(copy) > bytes_max) {
    fitting = cutTexts(copy, "", texts) as T;
    cutWhatIsLong(fitting, bytes_max, findObjects, cut);
  }
  // What was cut at first may be inside what was cut later.
  const shortened = [...cut.values(), ...texts].filter(({ path }) => findByPath(fitting, path) !== undefined);
  return { value: fitting, shortened };
}

const ROUNDS_MAX = 400;

interface Container {
  container: object;
  path: string;
  bytes: number;
}

/** The largest again and again, by what is too much but by half at most, so that the others are cut as well. */
function cutWhatIsLong(
  value: unknown,
  bytes_max: number,
  find: (value: unknown, path: string) => Container[],
  cut: Map<object, Shortened>,
): void {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    let excess = countBytes(value) - bytes_max;
    if (excess <= 0) return;
    const [largest] = find(value, "").toSorted((one, other) => other.bytes - one.bytes);
    if (largest === undefined) return;
    const { container, path } = largest;
    const keys = Object.keys(container);
    const least = Math.floor(keys.length / 2);
    let member_count = keys.length;
    while (member_count > least && excess > 0) {
      member_count -= 1;
      excess -= removeLast(container, keys[member_count] as string);
    }
    cut.set(container, { path, shown: member_count, of: cut.get(container)?.of ?? keys.length });
  }
}

/** How many bytes less it is. */
function removeLast(container: object, key: string): number {
  const members = container as Record<string, unknown>;
  const bytes = countBytes(members[key]) + 1;
  if (Array.isArray(container)) container.length -= 1;
  else delete members[key];
  return Array.isArray(container) ? bytes : bytes + countBytes(key) + 1;
}

/** Lists with more than one item: those inside a list come before it when they are what is long. */
function findLists(value: unknown, path: string): Container[] {
  if (typeof value !== "object" || value === null) return [];
  const inner = listInner(value, path, findLists);
  return Array.isArray(value) && value.length > 1
    ? [...inner, { container: value, path, bytes: countBytes(value) }]
    : inner;
}

/** Objects with more than one member, by what they hold themselves: the outermost would always be the largest. */
function findObjects(value: unknown, path: string): Container[] {
  if (typeof value !== "object" || value === null) return [];
  const inner = listInner(value, path, findObjects);
  const members = Object.entries(value);
  if (Array.isArray(value) || members.length < 2) return inner;
  const bytes = members.map(([name, member]) =>
    countBytes(typeof member === "object" ? name : [name, member]),
  );
  return [...inner, { container: value, path, bytes: bytes.reduce((sum, one) => sum + one, 0) }];
}

function listInner(
  value: object,
  path: string,
  find: (value: unknown, path: string) => Container[],
): Container[] {
  return Object.entries(value).flatMap(([name, member]) => find(member, joinPath(path, name)));
}

/** Either may be empty: the value itself. */
export const joinPath = (path: string, name: string | number): string =>
  path === "" || name === "" ? `${path}${name}` : `${path}.${name}`;

/** The value at a path, whose names may contain points themselves. */
export function findByPath(value: unknown, path: string): unknown {
  if (path === "") return value;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    if (name === path) return member;
    if (!path.startsWith(`${name}.`)) continue;
    const member_value = findByPath(member, path.slice(name.length + 1));
    if (member_value !== undefined) return member_value;
  }
  return undefined;
}

function cutTexts(value: unknown, path: string, cut: Shortened[]): unknown {
  if (typeof value === "string" && value.length > STRING_SHOWN_MAX) {
    const end = isHighSurrogate(value, STRING_SHOWN_MAX - 1) ? STRING_SHOWN_MAX - 1 : STRING_SHOWN_MAX;
    cut.push({ path, shown: end, of: value.length });
    return `${value.slice(0, end)}…`;
  }
  if (Array.isArray(value)) return value.map((one, index) => cutTexts(one, joinPath(path, index), cut));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, cutTexts(member, joinPath(path, name), cut)]),
  );
}

/** A character of two code units is never cut in the middle. */
export const isHighSurrogate = (text: string, index: number): boolean =>
  /[\uD800-\uDBFF]/.test(text[index] ?? "");
