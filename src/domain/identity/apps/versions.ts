/** Versions of apps: semantic versioning 2.0.0, and the standing of a version in a client's policy. Pure. */

import compare from "semver/functions/compare.js";

/** At most 15 digits, which a number holds exactly. */
const NUMBER = "(?:0|[1-9]\\d{0,14})";
const WORD = `(?:${NUMBER}|\\d*[a-zA-Z-][0-9a-zA-Z-]*)`;
export const SEMVER = `^${NUMBER}\\.${NUMBER}\\.${NUMBER}(?:-${WORD}(?:\\.${WORD})*)?(?:\\+[0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*)?$`;
const pattern = new RegExp(SEMVER);
const VERSION_MAX = 64;

export function isVersion(text: string): boolean {
  return text.length <= VERSION_MAX && pattern.test(text);
}

/** Negative if `one` precedes `other` (section 11 of the specification); build metadata does not count. */
export function compareVersions(one: string, other: string): number {
  return compare(one, other);
}

export interface VersionPolicy {
  min_supported?: string | null;
  recommended?: string | null;
  blocked?: readonly string[];
}

export const VERSION_STATUSES = ["supported", "update_recommended", "update_required"] as const;
export type VersionStatus = (typeof VERSION_STATUSES)[number];

export function computeVersionStatus(
  version: string,
  { min_supported, recommended, blocked }: VersionPolicy,
): VersionStatus {
  if (blocked?.some((one) => compareVersions(one, version) === 0)) return "update_required";
  if (min_supported && compareVersions(version, min_supported) < 0) return "update_required";
  return recommended && compareVersions(version, recommended) < 0 ? "update_recommended" : "supported";
}
