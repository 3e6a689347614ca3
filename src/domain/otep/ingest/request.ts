/** What a request says beside its events. */
import type { ActorProvider } from "#operation/actor.ts";
import type { Context } from "#operation/context.ts";
import { Refusal } from "#operation/refusal.ts";
import type { INGEST_FORMATS } from "../providers.ts";

/** What the caller's key and the request as a whole may be refused for. */
export const INGEST_REFUSALS = {
  invalid_json: "bad_request",
  missing_credentials: "unauthenticated",
  invalid_signature: "unauthenticated",
  stale_timestamp: "unauthenticated",
  replayed_request: "conflict",
  provider_suspended: "forbidden",
  scope_denied: "forbidden",
  payload_too_large: "too_large",
  unsupported_media_type: "unsupported",
  rate_limited: "too_many",
} as const;

export function requireFormat({ formats }: ActorProvider, format: (typeof INGEST_FORMATS)[number]): void {
  if (formats.includes(format)) return;
  throw new Refusal("scope_denied", "forbidden", {
    message: `This key sends ${formats.join(", ")}, not ${format}.`,
  });
}

/** `OTEP-Error-Behaviour`: events are taken as they are good unless it says `rollback`. */
export function isAllOrNothing({ request }: Pick<Context, "request">): boolean {
  switch (request.error_behaviour?.trim().toLowerCase()) {
    case undefined:
    case "":
    case "partial":
    case "proceed":
      return false;
    case "rollback":
      return true;
    default:
      throw new Refusal("invalid_request", "invalid", {
        message: "OTEP-Error-Behaviour is partial or rollback.",
        errors: [{ field: "OTEP-Error-Behaviour", message: "must be partial or rollback" }],
      });
  }
}
