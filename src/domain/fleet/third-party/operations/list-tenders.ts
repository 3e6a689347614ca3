/** The tenders of the provider that calls: what it may accept, what it has under way, what is done. */
import Type from "typebox";
import { defineList, indexed, parameter } from "#operation/define/list.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { getOwnProvider } from "../records/provider.ts";
import { loadTenderViews, type TenderRow } from "../records/tender.ts";
import { foldPostalCode, TENDER_STATES } from "../rules.ts";
import { Tender } from "../shapes.ts";

/** Whether a place is in the area that was asked for. */
const isInArea = (place: string) =>
  `(upper(regexp_replace(coalesce(${place}->>'postal_code', ''), '[^0-9A-Za-z]', '', 'g')) like $postal_code
    or lower(${place}->>'city') = $city)`;

export const listTenders = defineList({
  name: "thirdpartyTenders",
  summary: "List the tenders of a delivery provider",
  description:
    "Newest first. Until a tender is accepted it has the area of its places, without street and person.",
  access: { partner: "tenders", roles: [], scopes: [] },
  rest: { method: "GET", path: "/api/v1/thirdparty/tenders" },
  limit: { name: "thirdparty_read", per_s: 5, burst: 60 },
  refusals: { not_a_provider: "forbidden" },
  filters: {
    state: indexed(StringEnum(TENDER_STATES)),
    area: parameter(
      Type.String({
        minLength: 1,
        maxLength: 60,
        description: "Beginning of a postal code, or name of a city, of either place.",
      }),
    ),
  },
  rows: { tenders: Type.Array(Tender) },
  from: "tender",
  where: [
    "provider_id = $provider_id",
    `exists (select from delivery_order o where o.business_id = $1 and o.id = tender.order_id
      and (${isInArea("o.pickup")} or ${isInArea("o.dropoff")}))`,
  ],
  order: "id desc",
  async values(context, { area }) {
    const provider = await getOwnProvider(context);
    return {
      provider_id: provider.id,
      postal_code: area === undefined ? undefined : `${foldPostalCode(area) || "-"}%`,
      city: area?.trim().toLowerCase(),
    };
  },
  buildAll: (rows: TenderRow[], context) => loadTenderViews(context, rows),
});
