/** What is said of a file or a code that somebody checks: pure. */
import { getIssuer } from "#signed-pdf/code.ts";
import type { CheckedVersion } from "../system-queries.ts";

export const VERDICTS = ["authentic", "altered", "superseded", "revoked", "unknown"] as const;
type Verdict = (typeof VERDICTS)[number];

export const REASONS = [
  "file_unchanged",
  "code_issued",
  "saved_again",
  "contents_differ",
  "file_differs",
  "newer_version",
  "withdrawn",
  "other_issuer",
  "never_issued",
  "mistyped_code",
  "no_code",
] as const;
type Reason = (typeof REASONS)[number];

export interface Judgement {
  verdict: Verdict;
  reason: Reason;
}

/** What is known of the file. */
export interface FileFacts {
  /** The code that it bears; undefined where nothing is known of it. */
  code: string | null | undefined;
  /** Of what a reader sees; null where the file could not be read, undefined where nothing is known of it. */
  content_hash: string | null | undefined;
}

/** The state of a version of which nothing was changed. */
function judgeState(
  { version, current_version, revoked_at, code, leaf_hash }: CheckedVersion,
  reason: Reason,
): Judgement {
  // A carrier may write the same file anew each time it is asked.
  const is_of_another_system = code === null && leaf_hash !== null;
  if (revoked_at !== null) return { verdict: "revoked", reason: "withdrawn" };
  if (version < current_version && !is_of_another_system)
    return { verdict: "superseded", reason: "newer_version" };
  return { verdict: "authentic", reason };
}

/** `by_hash`: the version with these very bytes; `by_code`: the one whose code the file bears. */
export function judgeFile(
  { code, content_hash }: FileFacts,
  by_hash: CheckedVersion | undefined,
  by_code: CheckedVersion | undefined,
  issuer: string,
): Judgement {
  if (by_hash !== undefined) return judgeState(by_hash, "file_unchanged");
  if (by_code === undefined) return { verdict: "unknown", reason: judgeUnknown(code ?? null, issuer) };
  if (content_hash === undefined) return { verdict: "altered", reason: "file_differs" };
  const is_same = content_hash !== null && content_hash === by_code.content_hash;
  return { verdict: "altered", reason: is_same ? "saved_again" : "contents_differ" };
}

/** Of paper, the code alone is known. `code`: null where what was typed is none. */
export function judgeCode(
  code: string | null,
  by_code: CheckedVersion | undefined,
  issuer: string,
): Judgement {
  if (code === null) return { verdict: "unknown", reason: "mistyped_code" };
  if (by_code === undefined) return { verdict: "unknown", reason: judgeUnknown(code, issuer) };
  return judgeState(by_code, "code_issued");
}

function judgeUnknown(code: string | null, issuer: string): Reason {
  if (code === null) return "no_code";
  return getIssuer(code) === issuer ? "never_issued" : "other_issuer";
}
