/** Versions of apps: semantic versioning 2.0.0, and where a version stands in a client's policy. Pure. */

const NUMBER = "(?:0|[1-9]\\d*)";
const WORD = `(?:${NUMBER}|\\d*[a-zA-Z-][0-9a-zA-Z-]*)`;
export const SEMVER = `^${NUMBER}\\.${NUMBER}\\.${NUMBER}(?:-${WORD}(?:\\.${WORD})*)?(?:\\+[0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*)?$`;
const pattern = new RegExp(SEMVER);
const VERSION_MAX = 64;

export function isVersion(text: string): boolean {
  return text.length <= VERSION_MAX && pattern.test(text);
}

function parts(version: string): { core: string[]; pre: string[] } {
  const plain = version.split("+", 1)[0] as string;
  const dash = plain.indexOf("-");
  return {
    core: (dash < 0 ? plain : plain.slice(0, dash)).split("."),
    pre: dash < 0 ? [] : plain.slice(dash + 1).split("."),
  };
}

/** Digits of any length, without reading them as numbers. */
function compareDigits(one: string, other: string): number {
  return one.length - other.length || (one < other ? -1 : one > other ? 1 : 0);
}

function compareWords(one: string, other: string): number {
  const [a, b] = [/^\d+$/.test(one), /^\d+$/.test(other)];
  if (a && b) return compareDigits(one, other);
  if (a !== b) return a ? -1 : 1;
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Negative when `one` comes before `other` (section 11 of the specification); build metadata does not count. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [parts(one), parts(other)];
  for (let index = 0; index < 3; index += 1) {
    const difference = compareDigits(a.core[index] ?? "0", b.core[index] ?? "0");
    if (difference !== 0) return difference;
  }
  if (a.pre.length === 0 || b.pre.length === 0) return b.pre.length - a.pre.length;
  for (let index = 0; index < Math.max(a.pre.length, b.pre.length); index += 1) {
    const [x, y] = [a.pre[index], b.pre[index]];
    if (x === undefined || y === undefined) return x === undefined ? -1 : 1;
    const difference = compareWords(x, y);
    if (difference !== 0) return difference;
  }
  return 0;
}

export interface VersionPolicy {
  min_supported?: string | null;
  recommended?: string | null;
  blocked?: readonly string[];
}

export const STANDINGS = ["supported", "update_recommended", "update_required"] as const;
export type Standing = (typeof STANDINGS)[number];

export function standingOf(
  version: string,
  { min_supported, recommended, blocked }: VersionPolicy,
): Standing {
  if (blocked?.some((one) => compareVersions(one, version) === 0)) return "update_required";
  if (min_supported && compareVersions(version, min_supported) < 0) return "update_required";
  return recommended && compareVersions(version, recommended) < 0 ? "update_recommended" : "supported";
}
