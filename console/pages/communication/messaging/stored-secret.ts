import { text } from "./text.ts";

/** Describes a stored secret in its form field: its last characters, enough to recognise it. */
export function describeSecret(kept: { configured: boolean; last_four: string | null } | undefined): string {
  if (kept?.configured !== true) return text.secret.never_shown;
  return kept.last_four === null ? text.secret.kept : text.secret.kept_ending({ end: kept.last_four });
}
