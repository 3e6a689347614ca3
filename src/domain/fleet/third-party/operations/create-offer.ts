/**
 * Offer orders to delivery providers: to one, to several one after the other, or to all at once; the first to accept has
 * it. Each order is decided on its own.
 */
import Type from "typebox";
import {
  type AssignRefusal,
  lockOrders,
  type OrderRow,
  refusalToAssign,
} from "#domain/orders/orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Minor, Nullable, OrderId, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { bulkAnswer, bulkMembers } from "#vocabulary/bulk.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { endOffer, explain, OfferRecord, type OfferRow, recordSteps, saveOffer } from "../records/offer.ts";
import { loadCandidates } from "../records/provider.ts";
import { OFFER_MODES } from "../rules.ts";
import { isOfferable, tenderNext } from "../tender-next.ts";

const ORDERS_MAX = 100;
const PROVIDERS_MAX = 20;
const ANSWER_S = { minimum: 30, maximum: 86_400, default: 600 } as const;

interface Terms {
  mode: OfferRow["mode"];
  provider_ids: number[];
  price_minor: number | null;
  price_cap_minor: number | null;
  pickup_by: string;
  answer_s: number;
  fall_back: boolean;
  note: string;
}

export const createOffer = defineOperation({
  name: "thirdpartyOfferCreate",
  summary: "Offer orders to delivery providers",
  description:
    "Providers whose area, limits, abilities or price do not fit are passed over, and the explanation of the offer says " +
    "why. Providers see no street and no person until they accept.",
  destructive: false,
  access: { scopes: ["orders:write"] },
  rest: { method: "POST", path: "/api/v1/thirdparty/offers" },
  input: Type.Object({
    order_ids: Type.Array(Ref("order", OrderId), { minItems: 1, maxItems: ORDERS_MAX }),
    provider_ids: Type.Array(Ref("delivery_provider"), {
      minItems: 1,
      maxItems: PROVIDERS_MAX,
      uniqueItems: true,
      description: "In the sequence in which they are asked.",
    }),
    mode: StringEnum(OFFER_MODES, {
      description:
        "`one` provider; `sequence`: the next one when one declines or does not answer; `all` at once.",
    }),
    price_minor: Type.Optional(
      Nullable({ ...Minor, description: "What is paid for each order; the provider's terms when absent." }),
    ),
    price_cap_minor: Type.Optional(
      Nullable({ ...Minor, description: "The most that is paid for each order." }),
    ),
    pickup_by: Type.Optional({
      ...Timestamp,
      description:
        "When the goods must be picked up; the end of the pickup window or four hours from now when absent.",
    }),
    answer_s: Type.Optional(
      Type.Integer({
        minimum: ANSWER_S.minimum,
        maximum: ANSWER_S.maximum,
        description: `How long each provider has to answer, seconds; ${ANSWER_S.default} by default.`,
      }),
    ),
    fall_back: Type.Optional(
      Type.Boolean({
        description:
          "When none of them takes an order, ask the others of the ranking of the business, one after the other, on the " +
          "same terms; true by default.",
      }),
    ),
    note: Type.Optional(Type.String({ maxLength: 500, description: "Shown to the providers." })),
  }),
  output: Type.Object({
    result: Type.Boolean({ description: "True when at least one order was offered." }),
    ...bulkMembers,
    offers: Type.Array(
      Type.Object({
        result: Type.Boolean(),
        order_id: Ref("order", OrderId),
        offer_id: Nullable(Ref("tender_offer")),
        asked: Type.Integer({ description: "Providers that were asked now." }),
        error_code: Nullable(Type.String()),
        message: Nullable(Type.String()),
      }),
      { description: "One for each order, in the order of the request." },
    ),
  }),
  refusals: { unknown_provider: "invalid", mode_one: "invalid", pickup_by_past: "invalid" },

  async run(context, input) {
    const { db, business_id, now, refuse, say } = context;
    const { provider_ids, mode, answer_s = ANSWER_S.default } = input;
    if (mode === "one" && provider_ids.length > 1) {
      throw refuse("mode_one", {
        message: messages.mode_one,
        errors: [{ field: "provider_ids", message: messages.mode_one }],
      });
    }
    const candidates_by_id = await loadCandidates(context, provider_ids);
    const unknown = provider_ids.flatMap((id, index) => (candidates_by_id.has(id) ? [] : [index]));
    if (unknown.length > 0) {
      throw refuse("unknown_provider", {
        message: messages.unknown_provider,
        errors: unknown.map((index) => ({
          field: `provider_ids/${index}`,
          message: messages.unknown_provider,
        })),
      });
    }
    if (input.pickup_by !== undefined && Date.parse(input.pickup_by) <= now.getTime() + answer_s * 1000) {
      throw refuse("pickup_by_past", {
        message: messages.pickup_by_past,
        errors: [{ field: "pickup_by", message: messages.pickup_by_past }],
      });
    }
    const ids = [...new Set(input.order_ids)];
    const orders = await lockOrders(db, business_id, ids);
    const terms = {
      mode,
      provider_ids,
      answer_s,
      fall_back: input.fall_back ?? true,
      note: input.note ?? "",
    };
    const offers: OfferResult[] = [];
    for (const order_id of ids) {
      const order = orders.get(order_id);
      const refusal = findOfferRefusal(order);
      if (refusal !== null || order === undefined) {
        const code = refusal ?? "unknown_order";
        offers.push({
          result: false,
          order_id,
          offer_id: null,
          asked: 0,
          error_code: code.toUpperCase(),
          message: say(messages[code], { status: order?.status ?? "" }),
        });
        continue;
      }
      const created_offer = await offerOrder(context, order, {
        ...terms,
        price_minor: input.price_minor ?? null,
        price_cap_minor: input.price_cap_minor ?? null,
        pickup_by: input.pickup_by ?? choosePickupBy(order, now, answer_s),
      });
      offers.push({ result: true, order_id, ...created_offer, error_code: null, message: null });
    }
    return { ...bulkAnswer(offers, ({ order_id }) => order_id), offers };
  },
});

interface OfferResult {
  result: boolean;
  order_id: number;
  offer_id: number | null;
  asked: number;
  error_code: string | null;
  message: string | null;
}

type OfferRefusal =
  | Exclude<AssignRefusal, "held_already">
  | "assigned"
  | "already_offered"
  | "goods_with_other";

function findOfferRefusal(order: OrderRow | undefined): OfferRefusal | null {
  const refusal = refusalToAssign(order, NO_ACCOUNT);
  if (refusal !== null && refusal !== "held_already") return refusal;
  if (order === undefined || order.assignment_id !== null) return "assigned";
  if (order.tender_state !== null) return "already_offered";
  return isOfferable(order) ? null : "goods_with_other";
}

/** No account has this id. */
const NO_ACCOUNT = 0;

const HOURS_TO_PICK_UP = 4;

function choosePickupBy(order: OrderRow, now: Date, answer_s: number): string {
  const end = order.pickup?.window?.end;
  const earliest = now.getTime() + answer_s * 1000;
  if (end !== undefined && Date.parse(end) > earliest) return end;
  return new Date(earliest + HOURS_TO_PICK_UP * 3_600_000).toISOString();
}

async function offerOrder(
  context: Context<never>,
  order: OrderRow,
  terms: Terms,
): Promise<{ offer_id: number; asked: number }> {
  const { actor, business, emit } = context;
  const offer = await OfferRecord.insert(context, {
    ...terms,
    order_id: order.id,
    currency: business.currency,
    state: "OPEN",
    created_by: actor.account_id,
  });
  emit({
    subject: { type: "tender_offer", id: offer.id, is_new: true },
    kind: "tender_offer.created",
    payload: { order_id: order.id, mode: offer.mode, providers: offer.provider_ids.length },
  });
  const locked = { order, offer, tenders: [] };
  const asked_count = await tenderNext(context, locked);
  if (asked_count > 0) {
    await recordSteps(context, locked, "offered");
    await saveOffer(context, offer);
  } else {
    explain(context, offer, { what: "own_pool", reason: "nobody_left" });
    await recordSteps(context, locked, null);
    await endOffer(context, offer, "EXHAUSTED", "nobody_left");
  }
  return { offer_id: offer.id, asked: asked_count };
}
