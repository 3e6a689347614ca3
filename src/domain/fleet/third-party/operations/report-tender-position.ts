/**
 * Report where the courier of an accepted order is. The latest position is shown to the business; one every ten minutes or
 * two kilometres becomes an event of the timeline.
 */
import Type from "typebox";
import { ingestReports } from "#domain/integration/otep/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Latitude, Longitude, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { lockPartnerTender, PARTNER_CALL_REFUSALS, saveTenderPosition } from "../records/tender.ts";
import { isHeld, isTimelinePosition } from "../rules.ts";

export const reportTenderPosition = defineOperation({
  name: "thirdpartyTenderPosition",
  summary: "Report the position of the courier",
  access: { partner: "tenders", roles: [], scopes: [] },
  rest: { method: "POST", path: "/api/v1/thirdparty/tenders/{tender_id}/position" },
  limit: { name: "thirdparty_position", per_s: 20, burst: 200 },
  input: Type.Object({
    tender_id: Ref("tender"),
    lat: Latitude,
    lng: Longitude,
    at: Type.Optional(Timestamp),
    accuracy_m: Type.Optional(Type.Number({ minimum: 0, maximum: 1_000_000 })),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    newer: Type.Boolean({ description: "False when a later position is known already." }),
  }),
  refusals: { ...PARTNER_CALL_REFUSALS, not_accepted: "conflict", tender_closed: "conflict" },

  async run(context, { tender_id, lat, lng, at: reported, accuracy_m }) {
    const { db, business_id, now, refuse, emit } = context;
    const { tender, provider, order } = await lockPartnerTender(context, tender_id);
    const { state } = tender;
    if (state === "OFFERED")
      throw refuse("not_accepted", { message: messages.not_accepted, values: { state } });
    if (!isHeld(state)) throw refuse("tender_closed", { message: messages.tender_closed, values: { state } });
    const moment = reported === undefined ? now : new Date(reported);
    const at = (moment > now ? now : moment).toISOString();
    if (tender.position_at !== null && tender.position_at >= at) return { result: true, newer: false };
    await saveTenderPosition(context, tender_id, { lat, lng, at });
    const last = await db.row<{ lat: number; lng: number; at: string }>(
      `select (document->'location'->'geo'->>'lat')::float8 as lat, (document->'location'->'geo'->>'lon')::float8 as lng, occurred_at as at
       from tracking_event where business_id = $1 and tracking_number = $2 and provider = $3 and status_code = 'otep:sensor:position'
       order by occurred_at desc limit 1`,
      [business_id, order.tracking_number, provider.code],
    );
    if (isTimelinePosition(last ?? null, { lat, lng, at })) {
      await ingestReports(context, { code: provider.code, source_type: "third_party" }, [
        {
          subject: { scheme: "order_id", id: String(order.id) },
          occurred_at: at,
          status_code: "otep:sensor:position",
          location: {
            kind: "vehicle",
            geo: { lat, lon: lng, ...(accuracy_m === undefined ? {} : { accuracy_m }) },
          },
        },
      ]);
    }
    emit({
      subject: { type: "tender", id: tender_id },
      kind: "tender.position",
      payload: { order_id: order.id, provider_id: provider.id, at },
    });
    return { result: true, newer: true };
  },
});
