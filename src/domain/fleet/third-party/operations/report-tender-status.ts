/**
 * Report what happened to an accepted order, in the provider's own words, the usual ones or codes of the protocol.
 *
 * Each report is stored as an event of the order's timeline under the provider's name, by the way that tracking events of
 * partners take: reports may come late, twice and in any order. A report that the provider cancelled gives the order back.
 */
import Type from "typebox";
import { ingestReports, type Report } from "#domain/integration/otep/public.ts";
import { findOrder, findOutstandingDuties } from "#domain/orders/orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Refusal } from "#operation/define/refusal.ts";
import { findIncidentReason } from "#otep/vocabulary.ts";
import { Latitude, Longitude, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import { applyReports } from "../follow.ts";
import { handBack } from "../hand-back.ts";
import { messages } from "../messages.ts";
import {
  loadTenderView,
  lockPartnerTender,
  PARTNER_CALL_REFUSALS,
  type PartnerTender,
} from "../records/tender.ts";
import { isHandBack, isHeld, mapStatus, RECALLED, type TenderState } from "../rules.ts";
import { Tender } from "../shapes.ts";

const REPORTABLE: readonly TenderState[] = ["ACCEPTED", "IN_PROGRESS", "COMPLETED", "FAILED"];

const REPORT_REFUSALS = { report_refused: "invalid", event_id_conflict: "conflict" } as const;

export const reportTenderStatus = defineOperation({
  name: "thirdpartyTenderStatus",
  summary: "Report the status of an accepted order",
  access: { partner: "tenders", roles: [], scopes: [] },
  rest: { method: "POST", path: "/api/v1/thirdparty/tenders/{tender_id}/status" },
  limit: { name: "thirdparty_write", per_s: 10, burst: 100 },
  input: Type.Object({
    tender_id: Ref("tender"),
    status: Type.String({
      minLength: 1,
      maxLength: 80,
      description: "`picked_up`, or `otep:core:picked_up`.",
    }),
    occurred_at: Type.Optional({ ...Timestamp, description: "When it happened; now when absent." }),
    event_id: Type.Optional(
      NoRef(
        "the provider's",
        Type.String({
          minLength: 1,
          maxLength: 100,
          pattern: "^[!-~]+$",
          description: "Your id of the report: sent again it changes nothing.",
        }),
      ),
    ),
    incident_reason: Type.Optional(Type.String({ minLength: 1, maxLength: 80 })),
    corrects: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: "The event id of a report that was wrong; this one takes its place.",
      }),
    ),
    lat: Type.Optional(Latitude),
    lng: Type.Optional(Longitude),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    outcome: StringEnum(["accepted", "duplicate", "unchanged", "handed_back"]),
    status_code: Type.String(),
    order_status: Type.String(),
    missing_proofs: Type.Array(Type.String(), {
      description:
        "Proofs of a delivery that the order requires and that were not sent: send them to `…/proof`.",
    }),
    cash_outstanding_minor: Type.Integer({
      description: "Cash on delivery that counts as not collected: the report of a provider collects none.",
    }),
    tender: Tender,
  }),
  refusals: {
    ...PARTNER_CALL_REFUSALS,
    not_accepted: "conflict",
    tender_closed: "conflict",
    unknown_status: "invalid",
    unknown_incident: "invalid",
    ...REPORT_REFUSALS,
  },

  async run(context, input) {
    const { db, business_id, now, refuse } = context;
    const partner_tender = await lockPartnerTender(context, input.tender_id);
    const { provider, tender } = partner_tender;
    const mapped = mapStatus(provider.status_mapping, input.status);
    if (mapped === null) {
      throw refuse("unknown_status", {
        message: messages.unknown_status,
        errors: [{ field: "status", message: messages.unknown_status }],
      });
    }
    const incident_reason = input.incident_reason ?? mapped.incident_reason;
    if (incident_reason !== undefined && findIncidentReason(incident_reason) === undefined) {
      throw refuse("unknown_incident", {
        message: messages.unknown_incident,
        errors: [{ field: "incident_reason", message: messages.unknown_incident }],
      });
    }
    const { state } = tender;
    if (state === "OFFERED")
      throw refuse("not_accepted", { message: messages.not_accepted, values: { state } });
    if (!REPORTABLE.includes(state) || tender.reason === RECALLED || (isHandBack(mapped) && !isHeld(state)))
      throw refuse("tender_closed", { message: messages.tender_closed, values: { state } });
    const occurred_at = input.occurred_at ?? now.toISOString();
    if (isHandBack(mapped)) {
      await handBack(context, partner_tender, { reason: incident_reason ?? "other", note: "", occurred_at });
      return buildAnswer("handed_back");
    }
    const status = await storeReport(
      context,
      partner_tender,
      buildReport(partner_tender, { ...input, occurred_at, code: mapped.code, incident_reason }),
    );
    const order = await findOrder(db, business_id, partner_tender.order.id);
    if (order !== undefined) await applyReports(context, { ...partner_tender, order });
    return buildAnswer(status);

    async function buildAnswer(outcome: "accepted" | "duplicate" | "unchanged" | "handed_back") {
      const after = await findOrder(db, business_id, partner_tender.order.id);
      const [duties] = await findOutstandingDuties(context, [partner_tender.order.id]);
      return {
        result: true,
        outcome,
        status_code: mapped?.code ?? "",
        order_status: after?.status ?? partner_tender.order.status,
        missing_proofs: duties?.missing_proofs ?? [],
        cash_outstanding_minor: duties?.cash_outstanding_minor ?? 0,
        tender: await loadTenderView(context, tender),
      };
    }
  },
});

/** What became of the event. The refusal of the only event is the refusal of the report. */
async function storeReport(
  context: Context<keyof typeof REPORT_REFUSALS>,
  { provider }: PartnerTender,
  report: Report,
): Promise<"accepted" | "duplicate" | "unchanged"> {
  const { refuse } = context;
  try {
    const { results } = await ingestReports(context, { code: provider.code, source_type: "third_party" }, [
      report,
    ]);
    const status = results[0]?.status;
    return status === "duplicate" || status === "unchanged" ? status : "accepted";
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { details } = error;
    if (details.some(({ code }) => code === "event_id_conflict"))
      throw refuse("event_id_conflict", { message: messages.event_id_conflict });
    throw refuse("report_refused", {
      message: messages.report_refused,
      errors: details.map(({ path = "", message }) => ({
        field: path.replace(/^\/events\/0\/?/, ""),
        message,
      })),
    });
  }
}

interface StatusReport {
  status: string;
  code: string;
  occurred_at: string;
  event_id?: string;
  incident_reason?: string | undefined;
  corrects?: string;
  lat?: number;
  lng?: number;
}

/** About the whole order, whatever the number of its parcels. */
function buildReport(
  { order }: PartnerTender,
  { status, code, occurred_at, event_id, incident_reason, corrects, lat, lng }: StatusReport,
) {
  return {
    subject: { scheme: "order_id", id: String(order.id) },
    occurred_at,
    status_code: code,
    source: { type: "third_party", raw_code: status },
    ...(event_id === undefined ? {} : { event_id }),
    ...(incident_reason === undefined ? {} : { incident_reason }),
    ...(corrects === undefined ? {} : { corrects }),
    ...(lat === undefined || lng === undefined ? {} : { location: { geo: { lat, lon: lng } } }),
  };
}
