/**
 * What would a shipment cost, and why: the lines, the rule that matched, why the rules before it and the surcharges that
 * are no lines do not apply. With the lists of a customer, with one version of a list, or with a draft that is not stored.
 */
import Type from "typebox";
import { getPlanningSettings } from "#domain/identity/settings/public.ts";
import {
  findSurcharges,
  findUnknownOptions,
  NOT_APPLIED,
  TRIGGERS,
} from "#domain/money/surcharges/public.ts";
import type { Context } from "#operation/define/context.ts";
import { defineOperation } from "#operation/define/define.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { Id, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { PRICE_FAMILIES, type PriceFamily } from "#vocabulary/features.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { type PricedList, priceShipment, SKIP_REASONS } from "../pricing.ts";
import { BASES, findPriceList, findPriceLists, type PriceListRow } from "../records/price-list.ts";
import { findListFaults } from "../rules.ts";
import { LIST_DEFAULTS, PriceLine, priceListMembers } from "../shapes.ts";
import { TestedShipment } from "../test-input.ts";

const { currency, rules, zones, volumetric_divisor, minimum_minor, rounding_minor, tax_percent } =
  priceListMembers;
const Draft = Type.Object(
  { currency, rules, zones, volumetric_divisor, minimum_minor, rounding_minor, tax_percent },
  { description: "A list that is not stored." },
);

interface Tested {
  list: PricedList;
  stored: (PriceListRow & { basis?: (typeof BASES)[number] }) | null;
}

export const testPriceList = defineOperation({
  name: "clientPriceListTest",
  summary: "Test prices",
  effect: "read",
  access: { scopes: ["settings:read"] },
  rest: { method: "POST", path: "/api/v1/client/price-lists/test" },
  input: Type.Object({
    family: StringEnum(PRICE_FAMILIES),
    shipment: TestedShipment,
    customer_id: Type.Optional(
      Nullable(Ref("customer", { ...Id, description: "Whose list applies; the default list if absent." })),
    ),
    price_list_id: Type.Optional(
      Ref("price_list", { ...Id, description: "This version, whoever it applies to and from when." }),
    ),
    draft: Type.Optional(Draft),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    price_list_id: Nullable(Ref("price_list", { ...Id, description: "Null for a draft." })),
    name: Nullable(Type.String()),
    list_version: Nullable(Type.Integer()),
    basis: Nullable(StringEnum(BASES)),
    currency: Type.String(),
    price: Nullable(
      Type.Object({
        rule: Type.String(),
        lines: Type.Array(PriceLine),
        total_minor: Type.Integer(),
        markup_minor: Nullable(Type.Integer()),
        pieces: Type.Integer(),
        billable_weight_g: Type.Integer(),
        volume_cm3: Nullable(Type.Number()),
        distance_km: Nullable(Type.Number()),
      }),
    ),
    skipped_rules: Type.Array(Type.Object({ rule: Type.String(), reason: StringEnum(SKIP_REASONS) }), {
      description: "The rules before the one that matched, or all.",
    }),
    skipped_surcharges: Type.Array(
      Type.Object({
        code: Type.String(),
        label: Type.String(),
        trigger: StringEnum(TRIGGERS),
        reason: StringEnum(NOT_APPLIED),
      }),
    ),
  }),
  refusals: { no_price_list: "invalid" },

  async run(context, { family, shipment, ...list_choice }) {
    const { business, refuse, settings, now } = context;
    const surcharges = await findSurcharges(context, family);
    const unknown = findUnknownOptions(surcharges, shipment.options ?? []);
    if (unknown.length > 0)
      throw refuse("invalid_request", {
        message: messages.invalid_test,
        errors: unknown.map((code) => ({
          field: `shipment/options/${shipment.options?.indexOf(code)}`,
          message: fields.no_optional_surcharge,
        })),
      });
    const { list, stored } = await findTested(context, family, list_choice);
    const { road_factor } = getPlanningSettings(business.settings, settings);
    const today = toLocalDate(now, business.time_zone);
    const dated = { ...shipment, date: shipment.date ?? today };
    const { priced, skipped } = priceShipment(list, dated, { road_factor, surcharges });
    const { skipped_surcharges = [] } = priced ?? {};
    return {
      result: true,
      price_list_id: stored?.id ?? null,
      name: stored?.name ?? null,
      list_version: stored?.list_version ?? null,
      basis: stored?.basis ?? null,
      currency: list.currency,
      price: priced,
      skipped_rules: skipped,
      skipped_surcharges,
    };
  },
});

async function findTested(
  context: Context<"no_price_list">,
  price_family: PriceFamily,
  {
    customer_id = null,
    price_list_id,
    draft,
  }: { customer_id?: number | null; price_list_id?: number; draft?: Type.Static<typeof Draft> },
): Promise<Tested> {
  const { db, business_id, business, now, refuse } = context;
  const date = toLocalDate(now, business.time_zone);
  if (draft !== undefined) {
    const list = { ...LIST_DEFAULTS, currency: business.currency, ...draft, family: price_family };
    const validity = { effective_from: date, effective_until: null, is_default: false };
    const faults = findListFaults({ ...list, ...validity }, { today: date, was_default: false });
    if (faults.length > 0)
      throw refuse("invalid_request", {
        message: messages.invalid_list,
        errors: faults.map((fault) => ({ ...fault, field: `draft/${fault.field}` })),
      });
    return { list, stored: null };
  }
  if (price_list_id !== undefined) {
    const list = await findPriceList(context, price_list_id);
    if (list?.family !== price_family) throw refuse("not_found", { message: messages.unknown_list });
    return { list, stored: list };
  }
  const customer = await db.row("select 1 from customer where business_id = $1 and id = $2", [
    business_id,
    customer_id,
  ]);
  if (customer_id !== null && customer === undefined)
    throw refuse("invalid_request", {
      message: messages.unknown_customer,
      errors: [{ field: "customer_id", message: fields.no_customer }],
    });
  const [list] = await findPriceLists(context, { customer_id, price_family, date });
  if (list === undefined)
    throw refuse("no_price_list", { message: messages.no_price_list, values: { family: price_family } });
  return { list, stored: list };
}
