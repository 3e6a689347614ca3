/** Tenders as their provider sees them, offers as the business does. */
import type Type from "typebox";
import { loadParcels, ORDER_COLUMNS, type OrderRow } from "#domain/orders/orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import { OFFER_COLUMNS, PROVIDER_COLUMNS, TENDER_COLUMNS } from "./load.ts";
import { isHeld, listNeeds } from "./rules.ts";
import { type Offer, type Tender, toOffer, toTender } from "./shapes.ts";
import type { OfferRow, ProviderRow, TenderRow } from "./tables.ts";

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

export type OfferWithOrderRow = OfferRow & {
  order_ref: string | null;
  tracking_number: string;
  order_status: string;
};

/** For `select … from ${OFFERS_WITH_ORDERS}`. */
export const OFFER_VIEW_COLUMNS = `${OFFER_COLUMNS.split(",")
  .map((column) => `f.${column.trim()}`)
  .join(", ")}, o.ref as order_ref, o.tracking_number, o.status as order_status`;
export const OFFERS_WITH_ORDERS =
  "tender_offer f join delivery_order o on o.business_id = f.business_id and o.id = f.order_id";

export async function loadOfferViews(
  { db, business_id, now }: Pick<Context, "db" | "business_id" | "now">,
  offers: readonly OfferWithOrderRow[],
): Promise<Type.Static<typeof Offer>[]> {
  if (offers.length === 0) return [];
  const tenders = await db.rows<TenderRow>(
    `select ${TENDER_COLUMNS} from tender where business_id = $1 and offer_id = any($2::bigint[]) order by id`,
    [business_id, offers.map(({ id }) => id)],
  );
  const ids = new Set([
    ...tenders.map(({ provider_id }) => provider_id),
    ...offers.flatMap(({ provider_ids }) => provider_ids),
  ]);
  const providers = await db.rows<ProviderRow>(
    `select ${PROVIDER_COLUMNS} from thirdparty_provider where business_id = $1 and id = any($2::bigint[])`,
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
    `select ${OFFER_VIEW_COLUMNS} from ${OFFERS_WITH_ORDERS} where f.business_id = $1 and f.id = $2`,
    [context.business_id, offer_id],
  );
  return row === undefined ? undefined : (await loadOfferViews(context, [row]))[0];
}
