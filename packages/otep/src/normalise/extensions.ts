/** Producer-specific members, stored unchanged. */
import { byteLength } from "#runtime";
import type { Extensions } from "../event.ts";
import { pointerStep } from "../finding.ts";
import { isRecord, LIMITS, readObject } from "./read.ts";
import type { Report } from "./report.ts";
import { isTooDeep, TOO_DEEP } from "./size.ts";

const EXTENSION_KEY = /^(x-[A-Za-z0-9_.-]{1,126}|[a-z0-9-]+(\.[A-Za-z0-9_-]+)+)$/;

export function readExtensions(report: Report, value: unknown): Extensions | undefined {
  const fields = readObject(report, value, "/extensions", "invalid_type");
  if (fields === undefined) return undefined;
  report.unbounded = true;
  // Checked before serialising, which needs a stack as deep as the value.
  if (isTooDeep(fields)) return report.error("/extensions", "field_too_long", TOO_DEEP);
  const extensions: Extensions = {};
  let count = 0;
  let refused = 0;
  for (const name of Object.keys(fields)) {
    if (EXTENSION_KEY.test(name)) {
      extensions[name] = fields[name];
      count++;
    } else if (++refused <= 50) {
      const path = name.length > 128 ? "/extensions" : `/extensions/${pointerStep(name)}`;
      report.warn(path, "unknown_member", "An extension is named x-… or in reverse DNS form.");
    }
  }
  if (count === 0) return undefined;
  const text = JSON.stringify(extensions);
  if (text.length > LIMITS.extensions_bytes || byteLength(text) > LIMITS.extensions_bytes) {
    return report.error("/extensions", "field_too_long", `At most ${LIMITS.extensions_bytes} bytes as JSON.`);
  }
  // JSON.stringify escapes exactly these; the traversal distinguishes them from text that contains a literal escape.
  if (/\\u(0000|d[89a-f])/.test(text) && !isStorable(extensions)) {
    return report.error("/extensions", "invalid_type", "Must not contain NUL or lone surrogates.");
  }
  return extensions;
}

function isStorable(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed() && !value.includes("\0");
  if (Array.isArray(value)) return value.every(isStorable);
  if (!isRecord(value)) return true;
  return Object.entries(value).every(([name, member]) => isStorable(name) && isStorable(member));
}
