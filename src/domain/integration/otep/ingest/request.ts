/** Request headers and checks of an ingest, apart from its events. */

import type { INGEST_FORMATS } from "#domain/integration/partners/public.ts";
import type { ActorPartner } from "#operation/caller/actor.ts";
import type { Context } from "#operation/define/context.ts";
import { Refusal } from "#operation/define/refusal.ts";
import { messages } from "../messages.ts";

/** The refusals for the caller's key and for the request as a whole. */
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

export function requireAllowedFormat(
  { formats }: ActorPartner,
  format: (typeof INGEST_FORMATS)[number],
): void {
  if (formats.includes(format)) return;
  throw new Refusal("scope_denied", "forbidden", {
    message: messages.key_sends.with({ formats: formats.join(", "), format }),
  });
}

/** `OTEP-Error-Behaviour`: each valid event is accepted unless it is `rollback`. */
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
        message: messages.error_behaviour,
        errors: [{ field: "OTEP-Error-Behaviour", message: messages.partial_or_rollback }],
      });
  }
}
