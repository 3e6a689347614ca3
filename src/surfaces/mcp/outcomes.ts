/** Converts the result of a call to a tool's structured response. */

import { errorBody, type Refusal } from "#operation/define/refusal.ts";
import { type Preview, type Result, shortenPreview } from "#operation/run/call.ts";
import type { ToolResult } from "./protocol/server.ts";

const RETRYABLE: ReadonlySet<string> = new Set(["unavailable", "too_many"]);

export function buildToolResult(result: Result): ToolResult {
  switch (result.kind) {
    case "done":
      return {
        structured: result.replayed ? { ...result.answer, idempotency_replayed: true } : result.answer,
      };
    case "dry_run": {
      const { answer, ...emitted } = shortenPreview(result);
      return { structured: { ...answer, dry_run: true, ...emitted } };
    }
    case "proposed": {
      const { approval_id, expires_at, preview, replayed } = result;
      return {
        structured: {
          status: "pending_approval",
          approval_id,
          expires_at,
          preview: shortenPreview(preview),
          ...(replayed ? { idempotency_replayed: true } : {}),
        },
      };
    }
  }
}

/** A refusal that the model can read and act on. A body fixed by the contract is included unchanged. */
export function buildRefusalResult(refusal: Refusal, request_id: string): ToolResult {
  const {
    message: _said,
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
        ...("preview" in more ? { preview: shortenPreview(more["preview"] as Preview) } : {}),
      },
    },
  };
}
