/** What a member would see of one order under a grant, before it is set. */
import Type from "typebox";
import { resolveNumber } from "#domain/tracking/tracking/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Count, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { checkFilters, FILTER_REFUSALS } from "../check-filters.ts";
import { loadAlliance } from "../records/alliance.ts";
import { loadGrants } from "../records/alliance-grant.ts";
import { getMember } from "../records/alliance-member.ts";
import { computeGrantState, expandMask, type SharedSource, toFilterRows } from "../rules.ts";
import { ClientCode, GRANT_INPUT, MASKABLE_FIELDS, SharedTracking } from "../shapes.ts";
import { findSharedOrder, loadSharedTracking, SELECTED, SHARED_ORDERS } from "../shared.ts";

export const previewGrant = defineOperation({
  name: "allianceGrantPreview",
  summary: "Preview what a member would see under a grant",
  description:
    "Of the order with this number, or of the newest one that the grant selects. Masks of the business's other grants to the member are applied " +
    "too, and counted in `masked_elsewhere`. Nothing is changed.",
  effect: "read",
  access: { roles: ["client_admin"], scopes: ["alliance:read"] },
  rest: { method: "POST", path: "/api/v1/alliances/{alliance_id}/grants/preview" },
  input: Type.Object({
    alliance_id: Ref("alliance"),
    client_code: Ref("alliance_client", ClientCode),
    ...GRANT_INPUT,
    number: Type.Optional(
      Ref("tracking_number", Type.String({ minLength: 4, maxLength: 64, description: "Tracking number." })),
    ),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    orders: Type.Integer({
      ...Count,
      description: "That the grant selects; 0 when it has none of the two scopes of orders.",
    }),
    masked_elsewhere: Type.Array(StringEnum(MASKABLE_FIELDS), {
      description: "Withheld because of other grants to the same business.",
    }),
    is_selected: Type.Boolean({ description: "False: the member gets the response of an unknown number." }),
    tracking: Nullable(SharedTracking),
  }),
  refusals: { ...FILTER_REFUSALS, unknown_member: "invalid", ambiguous_number: "conflict" },

  async run(context, { alliance_id, client_code, scopes, fields_masked = [], filters = {}, number }) {
    const { db, business_id, now } = context;
    await loadAlliance(context, alliance_id);
    const member = await getMember(context, alliance_id, client_code);
    await checkFilters(context, filters);
    const others = (await loadGrants(db, business_id, member.member_id)).filter(
      (grant) => grant.alliance_id !== alliance_id && computeGrantState(grant, now) === "in_force",
    );
    const mask = expandMask([...fields_masked, ...others.flatMap((grant) => grant.fields_masked)]);
    const own_mask = expandMask(fields_masked);
    const masked_elsewhere = mask.filter((field) => !own_mask.includes(field));
    const shares_orders = scopes.includes("orders_read") || scopes.includes("tracking");
    if (!shares_orders)
      return { result: true, orders: 0, masked_elsewhere, is_selected: false, tracking: null };
    const filter_rows = toFilterRows([filters]);
    const counted = await db.row<{ n: number }>(
      `select count(*) as n from delivery_order o where o.business_id = $1 and ${SELECTED}`,
      [business_id, filter_rows],
    );
    const order = await findPreviewed();
    return {
      result: true,
      orders: Number(counted?.n ?? 0),
      masked_elsewhere,
      is_selected: order !== undefined,
      tracking: order === undefined ? null : await loadSharedTracking(context, order, mask),
    };

    async function findPreviewed(): Promise<SharedSource | undefined> {
      if (number === undefined)
        return db.row<SharedSource>(`${SHARED_ORDERS} order by o.id desc limit 1`, [
          business_id,
          filter_rows,
        ]);
      const resolved_number = await resolveNumber(context, number);
      return resolved_number?.subject.type === "order"
        ? findSharedOrder(context, filter_rows, resolved_number.subject.id)
        : undefined;
    }
  },
});
