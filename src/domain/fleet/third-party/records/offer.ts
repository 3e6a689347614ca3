/** Offers of orders: what one is, how it is locked with its order and tenders, explained, changed and shown. */
import type Type from "typebox";
import { changeOrders, lockOrder, type OrderRow } from "#domain/orders/orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import { messages } from "../messages.ts";
import type { ExplanationStep, OFFER_MODES, OFFER_STATES } from "../rules.ts";
import { type Offer, toOffer } from "../shapes.ts";
import type { ProviderRow } from "./provider.ts";
import type { TenderRow } from "./tender.ts";

export interface OfferRow extends Row<"tender_offer"> {
  mode: (typeof OFFER_MODES)[number];
  state: (typeof OFFER_STATES)[number];
  /** When none of `provider_ids` takes it, those of the ranking are asked; they are added as they are. */
  fall_back: boolean;
  explanation: ExplanationStep[];
}

export const OfferRecord = defineRecord<"tender_offer", OfferRow>("tender_offer", messages.unknown_offer);

export interface Locked {
  order: OrderRow;
  offer: OfferRow;
  /** All tenders of the offer, oldest first. */
  tenders: TenderRow[];
}

/** Everything that a decision about an offer reads, locked: always its order, the offer and its tenders, one after the other. */
export async function lockOffer(
  context: Pick<Context, "db" | "business_id">,
  { id, order_id }: { id: number; order_id: number },
): Promise<Locked> {
  const { db, business_id } = context;
  const order = await lockOrder(db, business_id, order_id);
  const offer = await OfferRecord.lock(context, id);
  const tenders = await db.rows<TenderRow>(
    "select * from tender where business_id = $1 and offer_id = $2 order by id for update",
    [business_id, id],
  );
  if (order === undefined || offer === undefined) throw new Error("An offer has its order.");
  return { order, offer, tenders };
}

/** Steps that the timeline of the order does not have yet. */
const unrecorded = new WeakMap<OfferRow, Omit<ExplanationStep, "at">[]>();

/** Adds to the explanation of an offer; written with `saveOffer`, and to the order's timeline with `recordSteps`. */
export function explain(
  { now }: Pick<Context, "now">,
  offer: OfferRow,
  ...steps: readonly Omit<ExplanationStep, "at">[]
): void {
  offer.explanation = [...offer.explanation, ...steps.map((step) => ({ at: now.toISOString(), ...step }))];
  unrecorded.set(offer, [...(unrecorded.get(offer) ?? []), ...steps]);
}

export async function saveOffer(context: Context<never>, offer: OfferRow): Promise<void> {
  const { state, explanation, ended_at, provider_ids } = offer;
  Object.assign(
    offer,
    await OfferRecord.change(context, offer, { state, explanation, ended_at, provider_ids }),
  );
}

/**
 * Writes the facet of the order that planning and assigning read, with the steps of the offer that led to it. Returns the
 * row as it is then.
 */
export async function recordSteps(
  context: Context<never>,
  { order, offer }: Pick<Locked, "order" | "offer">,
  tender_state: OrderRow["tender_state"],
  tracking: Parameters<typeof changeOrders>[1][number]["tracking"] = null,
): Promise<OrderRow> {
  const tender_steps = unrecorded.get(offer) ?? [];
  unrecorded.delete(offer);
  if (order.tender_state === tender_state && tracking === null && tender_steps.length === 0) return order;
  const [after] = await changeOrders(context, [
    {
      order,
      set: { tender_state },
      kind: "order.tender_changed",
      tracking,
      ...(tender_steps.length === 0 ? {} : { payload: { tender_steps } }),
    },
  ]);
  return after ?? order;
}

/** No provider is asked any more. */
export async function endOffer(
  context: Context<never>,
  offer: OfferRow,
  state: Exclude<OfferRow["state"], "OPEN" | "HELD">,
  reason: string | null,
): Promise<void> {
  offer.state = state;
  offer.ended_at = context.now.toISOString();
  await saveOffer(context, offer);
  context.emit({
    subject: { type: "tender_offer", id: offer.id },
    kind: "tender_offer.ended",
    payload: { order_id: offer.order_id, state, reason },
  });
}

export type OfferWithOrderRow = OfferRow & {
  order_ref: string | null;
  tracking_number: string;
  order_status: string;
};

/** A condition on `f` follows. */
export const OFFERS_WITH_ORDERS = `select f.*, o.ref as order_ref, o.tracking_number, o.status as order_status
  from tender_offer f join delivery_order o on o.business_id = f.business_id and o.id = f.order_id`;

export async function loadOfferViews(
  { db, business_id, now }: Pick<Context, "db" | "business_id" | "now">,
  offers: readonly OfferWithOrderRow[],
): Promise<Type.Static<typeof Offer>[]> {
  if (offers.length === 0) return [];
  const tenders = await db.rows<TenderRow>(
    "select * from tender where business_id = $1 and offer_id = any($2::bigint[]) order by id",
    [business_id, offers.map(({ id }) => id)],
  );
  const ids = new Set([
    ...tenders.map(({ provider_id }) => provider_id),
    ...offers.flatMap(({ provider_ids }) => provider_ids),
  ]);
  const providers = await db.rows<ProviderRow>(
    "select * from thirdparty_provider where business_id = $1 and id = any($2::bigint[])",
    [business_id, [...ids]],
  );
  const by_id = new Map(providers.map((provider) => [provider.id, provider]));
  return offers.map((offer) => toOffer(offer, tenders, by_id, now));
}

export async function loadOfferView(
  context: Pick<Context, "db" | "business_id" | "now">,
  offer_id: number,
): Promise<Type.Static<typeof Offer> | undefined> {
  const row = await context.db.row<OfferWithOrderRow>(
    `${OFFERS_WITH_ORDERS} where f.business_id = $1 and f.id = $2`,
    [context.business_id, offer_id],
  );
  return row === undefined ? undefined : (await loadOfferViews(context, [row]))[0];
}
