/** Converts the result of a call to a tool's structured response. */

import { buildApproveUrl, buildPoll } from "#operation/approval/proposals.ts";
import { errorBody, type Refusal } from "#operation/define/refusal.ts";
import { type Preview, type Result, shortenPreview } from "#operation/run/call.ts";
import { shortenDoubts } from "#operation/run/doubts.ts";
import type { ToolResult } from "./protocol/server.ts";

const RETRYABLE: ReadonlySet<string> = new Set(["unavailable", "too_many"]);

export function buildToolResult(result: Result, base_url: string): ToolResult {
  switch (result.kind) {
    case "done":
      return {
        structured: result.replayed ? { ...result.answer, idempotency_replayed: true } : result.answer,
      };
    case "dry_run": {
      const { answer, would_emit, ...rest } = shortenPreview(result);
      return {
        structured: { ...answer, dry_run: true, ...rest, would_emit: would_emit.map(nameFact) },
      };
    }
    case "proposed": {
      const { approval_id, expires_at, preview, replayed } = result;
      return {
        structured: {
          status: "pending_approval",
          approval_id,
          expires_at,
          approve_url: buildApproveUrl(base_url, approval_id),
          poll: buildPoll(approval_id),
          preview: buildDifference(preview),
          ...(replayed ? { idempotency_replayed: true } : {}),
        },
      };
    }
  }
}

/** Longer answers in a preview are left out; a dry run has them. JSON characters. */
const ANSWER_SHOWN_MAX = 4000;

/**
 * A preview for the reviewer: what would differ, what is in doubt, and which events there would be. The answer only where
 * it is what a person decides about and cannot be shown as a difference, such as the plan of routes.
 */
function buildDifference(preview: Preview) {
  const { answer, would_emit, ...rest } = shortenPreview(preview);
  const has_changes = (rest.changes ?? []).length > 0 || JSON.stringify(answer).length > ANSWER_SHOWN_MAX;
  return {
    ...(has_changes ? {} : { answer }),
    ...rest,
    ...shortenDoubts(answer),
    would_emit: would_emit.map(nameFact),
  };
}

/** The state that an event would carry is shown as a difference. */
function nameFact({ subject_type, subject_id, kind }: Preview["would_emit"][number]) {
  return { subject_type, subject_id, kind };
}

/** The members of `error` that every failed call of a tool has. */
export interface ToolError {
  code: string;
  message: string;
  retryable: boolean;
  details: readonly object[];
}

/** A refusal that the model can read and act on. A body fixed by the contract is included unchanged. */
export function buildRefusalResult(refusal: Refusal, request_id: string): ToolResult {
  const {
    message: _message,
    error_code: _code,
    errors: _errors,
    result: _result,
    ...more
  } = refusal.body === undefined ? errorBody(refusal, request_id) : {};
  return {
    is_error: true,
    structured: {
      ...refusal.body,
      error: {
        code: refusal.error_code,
        message: refusal.message,
        retryable: RETRYABLE.has(refusal.kind),
        details: refusal.errors ?? [],
        ...more,
        ...("preview" in more ? { preview: buildDifference(more["preview"] as Preview) } : {}),
      },
    },
  };
}
