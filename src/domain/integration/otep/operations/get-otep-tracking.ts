/**
 * The timeline of a tracking number as an OTEP document or in another format: the bare document, without an envelope.
 *
 * Source: docs/contract/otep.md, "Endpoints".
 */
import Type from "typebox";
import { Carrier } from "#domain/tracking/tracking/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import {
  buildDocumentAnswer,
  buildTrackingUrl,
  Format,
  OtepDocument,
  requireProjection,
  ViewMembers,
} from "../document.ts";
import { LIMITS } from "../limits.ts";
import { buildNotFound, findBusinessOfNumber, TrackingNumber } from "../numbers.ts";
import { loadView } from "../view.ts";

export const getOtepTracking = defineOperation({
  name: "otepTracking",
  summary: "Get the OTEP timeline of a tracking number",
  description:
    "The native document, or another format such as epcis. Redacted for callers without an account, in full for the business that " +
    "owns the number.",
  access: { public: true },
  rest: { method: "GET", path: "/api/v1/otep/trackings/{tracking_number}" },
  mcp: { user: "otep_tracking", developer: "get_otep_tracking" },
  input: Type.Object({
    tracking_number: Ref("tracking_number", TrackingNumber),
    carrier: Type.Optional(Carrier),
    format: Type.Optional(Format),
    ...ViewMembers,
    lang: Type.Optional(
      Type.String({ maxLength: 35, description: "Language of labels, BCP 47; English so far." }),
    ),
  }),
  output: OtepDocument,
  refusals: {
    tracking_not_found: "not_found",
    invalid_tracking_number: "invalid",
    unsupported_format: "invalid",
    not_acceptable: "not_acceptable",
    ambiguous_number: "conflict",
  },
  limit: LIMITS.read,

  tenant: (system_queries, { tracking_number }) => findBusinessOfNumber(system_queries, tracking_number),

  guessable_ids: { requested: ({ tracking_number }) => [tracking_number] },

  async run(context, { tracking_number, carrier, format, at, profile }) {
    const projection = requireProjection(format, context.request.accept);
    const view = await loadView(context, tracking_number, { at, profile, carrier });
    if (view === undefined) throw buildNotFound();
    const url = buildTrackingUrl(context.settings, view.timeline.subject.id);
    return buildDocumentAnswer(context, view, projection, url, { at, profile });
  },
});
