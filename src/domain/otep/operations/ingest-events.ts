/**
 * Take tracking events of a provider: a timeline, one event, `{events}`, a list, CloudEvents, or one event a line.
 *
 * Each event is decided on its own and answered on its own; `OTEP-Error-Behaviour: rollback` makes it all or nothing.
 * Written in one transaction with what the events do to orders and rentals. Source: docs/contract/otep.md, "Ingest".
 */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { BODY_LIMITS } from "#otep/read/body.ts";
import { ingest, providerOf } from "../ingest/ingest.ts";
import { INGEST_REFUSALS, isAllOrNothing, requireFormat } from "../ingest/request.ts";
import { originOf, readNative } from "../ingest/sent.ts";
import { LIMITS } from "../limits.ts";
import { IngestAnswer } from "../shapes.ts";

export const ingestOtepEvents = defineOperation({
  name: "otepIngest",
  summary: "Take tracking events of a provider",
  effect: "write",
  access: { provider: true, roles: [], scopes: [] },
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
  keys_kept_h: 24,
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
    const provider = providerOf(context);
    requireFormat(provider, "otep");
    const sent = readNative(document, originOf(context, provider));
    return ingest(context, sent, isAllOrNothing(context));
  },
});
