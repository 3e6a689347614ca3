import { text } from "./text.ts";

/** Describes a stored secret in its form field: its last characters, enough to recognise it. */
export function describeSecret(
  stored_secret: { configured: boolean; last_four: string | null } | undefined,
): string {
  if (stored_secret?.configured !== true) return text.secret.never_shown;
  return stored_secret.last_four === null
    ? text.secret.kept
    : text.secret.kept_ending({ end: stored_secret.last_four });
}
