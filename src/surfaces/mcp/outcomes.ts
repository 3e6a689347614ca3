/** What came of a call, as a tool's structured answer. */
import { type Preview, type Result, shortened } from "#operation/call.ts";
import { errorBody, type Refusal } from "#operation/refusal.ts";
import type { ToolResult } from "./protocol/server.ts";

const RETRYABLE: ReadonlySet<string> = new Set(["unavailable", "too_many"]);

export function resultOf(result: Result): ToolResult {
  switch (result.kind) {
    case "done":
      return {
        structured: result.replayed ? { ...result.answer, idempotency_replayed: true } : result.answer,
      };
    case "dry_run": {
      const { answer, ...emitted } = shortened(result);
      return { structured: { ...answer, dry_run: true, ...emitted } };
    }
    case "proposed": {
      const { approval_id, expires_at, preview, replayed } = result;
      return {
        structured: {
          status: "pending_approval",
          approval_id,
          expires_at,
          preview: shortened(preview),
          ...(replayed ? { idempotency_replayed: true } : {}),
        },
      };
    }
  }
}

/** A refusal that the model can read and act on. A body that the contract fixes stands beside it as it is. */
export function refusedResult(refusal: Refusal, request_id: string): ToolResult {
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
        ...("preview" in more ? { preview: shortened(more["preview"] as Preview) } : {}),
      },
    },
  };
}
