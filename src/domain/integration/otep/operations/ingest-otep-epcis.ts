/**
 * Ingest tracking events of a provider as a GS1 EPCIS 2.0 document in JSON-LD: an `EPCISDocument` or an
 * `EPCISQueryDocument`.
 *
 * The response is that of the native route, and `unmapped`: members of the document without an equivalent in a tracking
 * event. XML is refused with 415. Source: docs/contract/otep.md, "Ingest".
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { BODY_LIMITS } from "#otep/read/body.ts";
import { getPartner, ingest } from "../ingest/ingest.ts";
import { chooseOrigin, parseEpcisEvents } from "../ingest/parsed-events.ts";
import { INGEST_REFUSALS, isAllOrNothing, requireAllowedFormat } from "../ingest/request.ts";
import { LIMITS } from "../limits.ts";
import { IngestAnswer } from "../shapes.ts";

export const ingestOtepEpcis = defineOperation({
  name: "otepIngestEpcis",
  summary: "Ingest tracking events of a provider as an EPCIS document",
  access: { partner: "events", roles: [], scopes: [] },
  rest: {
    method: "POST",
    path: "/api/v1/otep/ingest/epcis",
    body_limit: BODY_LIMITS.ingest.bytes,
    body: { member: "document", types: ["application/ld+json", "application/json"] },
  },
  idempotency_ttl_h: 24,
  input: Type.Object({
    document: Type.Unknown({ description: "An EPCISDocument or EPCISQueryDocument of EPCIS 2.0." }),
  }),
  output: Type.Object({
    ...IngestAnswer,
    unmapped: Type.Array(
      Type.Object({
        index: Type.Integer(),
        path: Type.String(),
        code: Type.String(),
        message: Type.String(),
      }),
      { maxItems: 10_000, description: "Members of the document that no tracking event stores." },
    ),
  }),
  refusals: INGEST_REFUSALS,
  limit: LIMITS.ingest,

  async run(context, { document }) {
    const partner = getPartner(context);
    requireAllowedFormat(partner, "epcis");
    const { base_url, otep_namespace: namespace } = context.settings;
    const tracking_url = `${base_url}/api/v1/otep/trackings/`;
    const { parsedEvents: parsed_events, unmapped } = parseEpcisEvents(
      document,
      chooseOrigin(context, partner),
      {
        tracking_url,
        namespace,
      },
    );
    return { ...(await ingest(context, parsed_events, isAllOrNothing(context))), unmapped: [...unmapped] };
  },
});
