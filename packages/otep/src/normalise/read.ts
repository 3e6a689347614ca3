/**
 * Readers of one member of any shape: return the value, or undefined after adding a finding to the report.
 * `null` and `""` count as absent.
 */
import { isLongerThan } from "../characters.ts";
import { type ErrorCode, pointerStep } from "../finding.ts";
import type { Report } from "./report.ts";

/** Limits of single members, in characters (extensions: bytes; lists: entries). */
export const LIMITS = {
  event_id: 128,
  name: 200,
  word: 64,
  text: 500,
  extensions_bytes: 4096,
  proofs: 5,
  related: 50,
  address_lines: 5,
} as const;

export type Fields = Record<string, unknown>;

export function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isAbsent(value: unknown): value is undefined | null | "" {
  return value === undefined || value === null || value === "";
}

/** Maximum per object. A list of thousands would be useless. */
export const UNKNOWN_MAX = 50;

/** Reports which members of an object are not read. */
export function reportUnknown(
  report: Report,
  fields: Fields,
  path: string,
  known_members: ReadonlySet<string>,
): void {
  let count = 0;
  for (const name in fields) {
    if (known_members.has(name)) continue;
    warnUnknown(report, path, name);
    if (++count === UNKNOWN_MAX) return;
  }
}

/** Names are untrusted input: a long one is not repeated in the response. */
const SHOWN_NAME_MAX = 100;

export function warnUnknown(report: Report, path: string, name: string): void {
  report.unbounded = true;
  if (name.length > SHOWN_NAME_MAX) {
    report.warn(
      path,
      "unknown_member",
      `A member with a name of ${name.length} characters is not known here.`,
    );
  } else {
    report.warn(`${path}/${pointerStep(name)}`, "unknown_member", `${name} is not known here.`);
  }
}

export function readText(
  report: Report,
  value: unknown,
  path: string,
  length_max: number,
): string | undefined {
  if (isAbsent(value)) return undefined;
  if (typeof value !== "string") return report.error(path, "invalid_type", "Must be text.");
  if (isLongerThan(value, length_max)) {
    return report.error(path, "field_too_long", `At most ${length_max} characters.`);
  }
  report.text_length += value.length;
  if (!value.isWellFormed() || value.includes("\0")) {
    return report.error(path, "invalid_type", "Must not contain NUL or lone surrogates.");
  }
  return value;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what no text for people contains.
const CONTROLS = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f]/;
/** They make a text read differently from what it says. */
const OVERRIDES = /[\u202d\u202e]/;

/** Text that people read, without control characters other than line breaks and tabs. */
export function readProse(
  report: Report,
  value: unknown,
  path: string,
  length_max: number,
): string | undefined {
  const text = readText(report, value, path, length_max);
  if (text === undefined || !(CONTROLS.test(text) || OVERRIDES.test(text))) return text;
  return report.error(path, "invalid_type", "Must not contain control characters or overrides of direction.");
}

export function readWord(
  report: Report,
  value: unknown,
  path: string,
  allowed: ReadonlySet<string>,
): string | undefined {
  if (isAbsent(value)) return undefined;
  if (typeof value === "string" && allowed.has(value)) return value;
  return report.error(path, "invalid_type", `Must be one of ${[...allowed].join(", ")}.`);
}

export function readNumber(
  report: Report,
  value: unknown,
  path: string,
  min = Number.NEGATIVE_INFINITY,
): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "number" && Number.isFinite(value) && value >= min) return value;
  return report.error(path, "invalid_type", min === 0 ? "Must be a number, 0 or more." : "Must be a number.");
}

export function readObject(
  report: Report,
  value: unknown,
  path: string,
  code: ErrorCode,
): Fields | undefined {
  if (value === undefined || value === null) return undefined;
  return isRecord(value) ? value : report.error(path, code, "Must be an object.");
}

export function readCount(report: Report, value: unknown, path: string): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number;
  return report.error(path, "invalid_type", "Must be a whole number, 0 or more.");
}

export function readList<Item>(
  report: Report,
  value: unknown,
  path: string,
  count_max: number,
  read: (report: Report, value: unknown, path: string) => Item | undefined,
): Item[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) return report.error(path, "invalid_type", "Must be a list.");
  if (value.length > count_max) return report.error(path, "field_too_long", `At most ${count_max} entries.`);
  const items: Item[] = [];
  for (let index = 0; index < value.length; index++) {
    const item = read(report, value[index], `${path}/${index}`);
    if (item !== undefined) items.push(item);
  }
  return items.length === 0 ? undefined : items;
}
