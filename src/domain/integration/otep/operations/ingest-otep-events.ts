/**
 * Ingest tracking events of a provider: a timeline, one event, `{events}`, a list, CloudEvents, or one event per line.
 *
 * Each event is decided on its own, with its own result; `OTEP-Error-Behaviour: rollback` makes it all or nothing.
 * Written in one transaction with the effects of the events on orders and rentals. Source: docs/contract/otep.md,
 * "Ingest".
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { BODY_LIMITS } from "#otep/read/body.ts";
import { getPartner, ingest } from "../ingest/ingest.ts";
import { chooseOrigin, parseNativeEvents } from "../ingest/parsed-events.ts";
import { INGEST_REFUSALS, isAllOrNothing, requireAllowedFormat } from "../ingest/request.ts";
import { LIMITS } from "../limits.ts";
import { IngestAnswer } from "../shapes.ts";

export const ingestOtepEvents = defineOperation({
  name: "otepIngest",
  summary: "Ingest tracking events of a provider",
  access: { partner: "events", roles: [], scopes: [] },
  rest: {
    method: "POST",
    path: "/api/v1/otep/ingest",
    body_limit: BODY_LIMITS.ingest.bytes,
    body: {
      member: "document",
      types: [
        "application/json",
        "application/cloudevents+json",
        "application/cloudevents-batch+json",
        "application/x-ndjson",
      ],
    },
  },
  idempotency_ttl_h: 24,
  input: Type.Object({
    document: Type.Unknown({
      description:
        "A timeline, one event, {events: []}, a list of events, or CloudEvents; at most 1000 events and 4 MiB.",
    }),
  }),
  output: Type.Object(IngestAnswer),
  refusals: INGEST_REFUSALS,
  limit: LIMITS.ingest,

  async run(context, { document }) {
    const partner = getPartner(context);
    requireAllowedFormat(partner, "otep");
    const parsedEvents = parseNativeEvents(document, chooseOrigin(context, partner));
    return ingest(context, parsedEvents, isAllOrNothing(context));
  },
});
