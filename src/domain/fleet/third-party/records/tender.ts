/** Tenders: what one is, how its provider finds it, how it is offered, changed and shown. */
import type Type from "typebox";
import { loadParcels, ORDER_COLUMNS, type OrderRow } from "#domain/orders/orders/public.ts";
import type { Context, Emitted } from "#operation/define/context.ts";
import type { EventKind, PayloadOf } from "#operation/define/events.ts";
import { type Changes, defineRecord, type Row } from "#operation/define/record.ts";
import { messages } from "../messages.ts";
import { type AskedShipment, computeTenderPrice, isHeld, listNeeds, type TenderState } from "../rules.ts";
import { type Tender, toTender } from "../shapes.ts";
import { type Locked, lockOffer, type OfferRow } from "./offer.ts";
import { getOwnProvider, getProvider, type ProviderRow } from "./provider.ts";

export interface TenderRow extends Row<"tender"> {
  state: TenderState;
  /** When the provider first reported anything after it accepted. */
  first_report_at: string | null;
}

export const TenderRecord = defineRecord<"tender", TenderRow>("tender", messages.unknown_tender);

export const TENDER_EXPIRES = "third-party.tender-expires";

export interface PartnerTender extends Locked {
  tender: TenderRow;
  provider: ProviderRow;
}

/** A tender of the provider that calls, with its offer and order, locked. */
export async function lockPartnerTender(
  context: Context<"not_a_provider" | "not_offered">,
  tender_id: number,
): Promise<PartnerTender> {
  const { provider, tender: tender_row } = await findPartnerTender(context, tender_id);
  const locked = await lockOffer(context, { id: tender_row.offer_id, order_id: tender_row.order_id });
  const tender = locked.tenders.find(({ id }) => id === tender_id);
  if (tender === undefined) throw new Error("A tender belongs to its offer.");
  return { ...locked, tender, provider };
}

export async function findPartnerTender(
  context: Context<"not_a_provider" | "not_offered">,
  tender_id: number,
): Promise<{ provider: ProviderRow; tender: TenderRow }> {
  const [provider, tender] = await Promise.all([
    getOwnProvider(context),
    TenderRecord.get(context, tender_id),
  ]);
  if (tender.provider_id !== provider.id)
    throw context.refuse("not_offered", { message: messages.not_offered });
  return { provider, tender };
}

export const PARTNER_CALL_REFUSALS = { not_a_provider: "forbidden", not_offered: "forbidden" } as const;

export async function insertTender(
  context: Context<never>,
  offer: OfferRow,
  provider: ProviderRow,
  shipment: AskedShipment,
): Promise<TenderRow> {
  const { now, due } = context;
  const expires_at = new Date(Math.min(now.getTime() + offer.answer_s * 1000, Date.parse(offer.pickup_by)));
  const tender = await TenderRecord.insert(context, {
    offer_id: offer.id,
    order_id: offer.order_id,
    provider_id: provider.id,
    state: "OFFERED",
    price_minor: computeTenderPrice(provider.price_terms, shipment),
    currency: offer.currency,
    distance_m: shipment.distance_m,
    pickup_by: offer.pickup_by,
    expires_at: expires_at.toISOString(),
    offered_at: now.toISOString(),
  });
  due.set(TENDER_EXPIRES, tender.id, expires_at);
  emitTender(context, "tender.offered", tender, provider);
  return tender;
}

/** The row keeps what was set, so that later steps of the same call see it. */
export async function saveTender(
  context: Context<never>,
  tender: TenderRow,
  set: Changes<"tender", TenderRow>,
): Promise<void> {
  Object.assign(tender, await TenderRecord.change(context, tender, set));
}

/** The latest position. The version stays: a position changes nothing that somebody decides. */
export async function saveTenderPosition(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  tender_id: number,
  { lat, lng, at }: { lat: number; lng: number; at: string },
): Promise<void> {
  await db.execute(
    "update tender set lat = $3, lng = $4, position_at = $5 where business_id = $1 and id = $2",
    [business_id, tender_id, lat, lng, at],
  );
}

type TenderKind = Exclude<Extract<EventKind, `tender.${string}`>, "tender.position">;

export function emitTender(
  { emit }: Context<never>,
  kind: TenderKind,
  tender: TenderRow,
  provider: Pick<ProviderRow, "code">,
  more: Partial<PayloadOf<"tender.offered">> = {},
): void {
  emit({
    subject: { type: "tender", id: tender.id, ...(kind === "tender.offered" ? { is_new: true } : {}) },
    kind,
    payload: {
      order_id: tender.order_id,
      offer_id: tender.offer_id,
      provider_id: tender.provider_id,
      provider: provider.code,
      state: tender.state,
      reason: tender.reason,
      pickup_by: tender.pickup_by,
      expires_at: tender.expires_at,
      ...more,
    },
  } as Emitted);
}

/** Every open tender of an offer ends: it is withdrawn, or another provider took the order. */
export async function withdrawOpenTenders(
  context: Context<never>,
  { tenders }: Pick<Locked, "tenders">,
  providers: ReadonlyMap<number, ProviderRow>,
  reason: string,
): Promise<number> {
  const open = tenders.filter(({ state }) => state === "OFFERED");
  for (const tender of open) {
    await saveTender(context, tender, {
      state: "WITHDRAWN",
      reason,
      ended_at: context.now.toISOString(),
    });
    context.due.clear(TENDER_EXPIRES, tender.id);
    emitTender(context, "tender.withdrawn", tender, getProvider(providers, tender));
  }
  return open.length;
}

type Reader = Pick<Context, "db" | "business_id" | "settings">;

export async function loadTenderViews(
  context: Reader,
  tenders: readonly TenderRow[],
): Promise<Type.Static<typeof Tender>[]> {
  if (tenders.length === 0) return [];
  const { db, business_id } = context;
  const held = tenders.filter(({ state }) => isHeld(state)).map(({ order_id }) => order_id);
  const [orders, offers, parcels] = await Promise.all([
    db.rows<OrderRow>(
      `select ${ORDER_COLUMNS} from delivery_order where business_id = $1 and id = any($2::bigint[])`,
      [business_id, [...new Set(tenders.map(({ order_id }) => order_id))]],
    ),
    db.rows<{ id: number; note: string }>(
      "select id, note from tender_offer where business_id = $1 and id = any($2::bigint[])",
      [business_id, [...new Set(tenders.map(({ offer_id }) => offer_id))]],
    ),
    held.length === 0 ? [] : loadParcels(db, business_id, held),
  ]);
  const by_id = new Map(orders.map((order) => [order.id, order]));
  const notes = new Map(offers.map(({ id, note }) => [id, note]));
  return tenders.flatMap((tender) => {
    const order = by_id.get(tender.order_id);
    if (order === undefined) return [];
    const offer_note = notes.get(tender.offer_id) ?? "";
    return [toTender(context, tender, { offer_note, order, parcels, needs: listNeeds(order) })];
  });
}

export async function loadTenderView(
  context: Reader,
  tender: TenderRow,
): Promise<Type.Static<typeof Tender>> {
  const [view] = await loadTenderViews(context, [tender]);
  if (view === undefined) throw new Error("A tender has its order.");
  return view;
}
