/**
 * An answer in parts: the first is the answer itself, cut where it is long; the others have what was cut, in its place.
 * A list inside a list loses its position there, so each part says which positions it shows.
 */
import {
  countBytes,
  findByPath,
  isHighSurrogate,
  joinPath,
  type Shortened,
  shortenValue,
  takeWhatFits,
} from "./answer-size.ts";

/** Items of a list, members of an object or characters of a text, from a position on. */
export interface Piece {
  path: string;
  from: number;
  shown: number;
  of: number;
}

export interface Part {
  value: Record<string, unknown>;
  pieces: Piece[];
}

/** The path and the numbers of a piece. */
const PIECE_BYTES = 200;

/** One part when it fits. */
export function splitAnswer(answer: Record<string, unknown>, bytes_max: number): Part[] {
  const { value, shortened } = shortenValue(answer, bytes_max);
  const parts: Part[] = [{ value, pieces: shortened.map((cut) => ({ ...cut, from: 0 })) }];
  let room = 0;
  const add = (content: unknown, piece: Piece, cut: readonly Piece[] = []) => {
    const bytes = countBytes(content) + piece.path.length + PIECE_BYTES;
    if (bytes > room) {
      parts.push({ value: {}, pieces: [] });
      room = bytes_max;
    }
    const part = parts.at(-1) as Part;
    place(part.value, answer, piece.path, content);
    part.pieces.push(piece, ...cut);
    room -= bytes;
  };
  for (const cut of shortened) addRest(answer, cut, bytes_max - PIECE_BYTES, add);
  return parts;
}

/** `cut` are the pieces of the content that it does not show to their end. */
type Add = (content: unknown, piece: Piece, cut?: readonly Piece[]) => void;

function addRest(answer: object, { path, shown: shown_count }: Shortened, bytes_max: number, add: Add): void {
  const value = findByPath(answer, path);
  if (typeof value === "string") addText(path, value, shown_count, bytes_max, add);
  if (typeof value !== "object" || value === null) return;
  const entries = Object.entries(value);
  for (let from = shown_count; from < entries.length; ) {
    const some = takeWhatFits(entries.slice(from), bytes_max);
    const [first] = some as [[string, unknown]];
    const { item, cut } = some.length === 1 ? shortenItem(path, first, bytes_max) : { item: first, cut: [] };
    const content = Array.isArray(value)
      ? [item, ...some.slice(1)].map(([, one]) => one)
      : Object.fromEntries([item, ...some.slice(1)]);
    add(content, { path, from, shown: some.length, of: entries.length }, cut);
    for (const one of cut) addRest(answer, one, bytes_max, add);
    from += some.length;
  }
}

/** One that is too long alone. */
function shortenItem(path: string, [name, value]: [string, unknown], bytes_max: number) {
  const short = shortenValue(value, bytes_max);
  const at = joinPath(path, name);
  const cut = short.shortened.map((one) => ({ ...one, path: joinPath(at, one.path), from: 0 }));
  return { item: [name, short.value] as [string, unknown], cut };
}

function addText(path: string, text: string, shown_count: number, bytes_max: number, add: Add): void {
  for (let from = shown_count; from < text.length; ) {
    let end = Math.min(text.length, from + bytes_max);
    while (countBytes(text.slice(from, end)) > bytes_max) end = from + Math.floor((end - from) * 0.9);
    if (end < text.length && isHighSurrogate(text, end - 1)) end -= 1;
    add(text.slice(from, end), { path, from, shown: end - from, of: text.length });
    from = end;
  }
}

/** Where it stands in the answer, so that members keep their names and types. */
function place(into: Record<string, unknown>, answer: object, path: string, content: unknown): void {
  const names = splitPath(answer, path);
  let [inner, outer] = [content, answer as unknown];
  const values = names.map((name) => {
    const at = outer;
    outer = (outer as Record<string, unknown>)[name];
    return { name, is_list: Array.isArray(at) };
  });
  for (const { name, is_list } of values.toReversed()) inner = is_list ? [inner] : { [name]: inner };
  merge(into, inner as Record<string, unknown>);
}

/** The names of a path, which may contain points themselves. */
function splitPath(value: unknown, path: string): string[] {
  if (path === "" || typeof value !== "object" || value === null) return [];
  for (const [name, member] of Object.entries(value)) {
    if (name === path) return [name];
    if (!path.startsWith(`${name}.`)) continue;
    const rest = path.slice(name.length + 1);
    if (findByPath(member, rest) !== undefined) return [name, ...splitPath(member, rest)];
  }
  return [];
}

function merge(into: Record<string, unknown>, more: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(more)) {
    const existing = Object.hasOwn(into, name) ? into[name] : undefined;
    if (Array.isArray(existing) && Array.isArray(value)) existing.push(...value);
    else if (isMembers(existing) && isMembers(value)) merge(existing, value);
    // Defined, not assigned: a member may be called __proto__.
    else Object.defineProperty(into, name, { value, enumerable: true, configurable: true, writable: true });
  }
}

const isMembers = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
