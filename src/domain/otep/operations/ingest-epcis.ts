/**
 * Take tracking events of a provider as a GS1 EPCIS 2.0 document in JSON-LD: an `EPCISDocument` or an
 * `EPCISQueryDocument`.
 *
 * The answer is that of the native route, and `unmapped`: what the document says that a tracking event has no place
 * for. XML is refused with 415. Source: docs/contract/otep.md, "Ingest".
 */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { BODY_LIMITS } from "#otep/read/body.ts";
import { ingest, providerOf } from "../ingest/ingest.ts";
import { INGEST_REFUSALS, isAllOrNothing, requireFormat } from "../ingest/request.ts";
import { originOf, readEpcisDocument } from "../ingest/sent.ts";
import { LIMITS } from "../limits.ts";
import { IngestAnswer } from "../shapes.ts";

export const ingestOtepEpcis = defineOperation({
  name: "otepIngestEpcis",
  summary: "Take tracking events of a provider as an EPCIS document",
  effect: "write",
  access: { provider: true, roles: [], scopes: [] },
  rest: {
    method: "POST",
    path: "/api/v1/otep/ingest/epcis",
    body_limit: BODY_LIMITS.ingest.bytes,
    body: { member: "document", types: ["application/ld+json", "application/json"] },
  },
  keys_kept_h: 24,
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
      { maxItems: 10_000, description: "Said in the document, and kept by no tracking event." },
    ),
  }),
  refusals: INGEST_REFUSALS,
  limit: LIMITS.ingest,

  async run(context, { document }) {
    const provider = providerOf(context);
    requireFormat(provider, "epcis");
    const { base_url, otep_namespace: namespace } = context.settings;
    const tracking_url = `${base_url}/api/v1/otep/trackings/`;
    const { sent, unmapped } = readEpcisDocument(document, originOf(context, provider), {
      tracking_url,
      namespace,
    });
    return { ...(await ingest(context, sent, isAllOrNothing(context))), unmapped: [...unmapped] };
  },
});
