/** Loads and locks providers, offers and tenders. Locks are taken in one order: order, offer, tenders. */
import { lockOrders, type OrderRow } from "#domain/orders/orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import { messages } from "./messages.ts";
import type { OfferRow, ProviderRow, TenderRow } from "./tables.ts";

type Reader = Pick<Context, "db" | "business_id">;

export const OFFER_COLUMNS = `id, business_id, order_id, mode, provider_ids, price_minor, price_cap_minor, currency, pickup_by,
  answer_s, fall_back, note, state, explanation, created_by, created_at, ended_at, version`;
export const TENDER_COLUMNS = `id, business_id, offer_id, order_id, provider_id, state, price_minor, currency, distance_m,
  pickup_by, expires_at, external_id, reason, note, offered_at, answered_at, first_report_at, picked_up_at, ended_at, lat,
  lng, position_at, version`;
export const PROVIDER_COLUMNS = `id, business_id, partner_id, code, name, status, countries, postal_prefixes, capabilities,
  weight_g_max, distance_m_max, price_terms, rank, status_mapping, version, created_at, updated_at`;

/** The delivery provider whose key signed the request. */
export async function getOwnProvider(context: Context<"not_a_provider">): Promise<ProviderRow> {
  const { actor, db, business_id, refuse } = context;
  const provider = await db.row<ProviderRow>(
    `select ${PROVIDER_COLUMNS} from thirdparty_provider where business_id = $1 and partner_id = $2`,
    [business_id, actor.partner?.id ?? 0],
  );
  if (provider === undefined) throw refuse("not_a_provider", { message: messages.not_a_provider });
  return provider;
}

export function findProvider({ db, business_id }: Reader, id: number): Promise<ProviderRow | undefined> {
  return db.row<ProviderRow>(
    `select ${PROVIDER_COLUMNS} from thirdparty_provider where business_id = $1 and id = $2`,
    [business_id, id],
  );
}

export function lockProvider({ db, business_id }: Reader, id: number): Promise<ProviderRow | undefined> {
  return db.row<ProviderRow>(
    `select ${PROVIDER_COLUMNS} from thirdparty_provider where business_id = $1 and id = $2 for update`,
    [business_id, id],
  );
}

export function findTender({ db, business_id }: Reader, id: number): Promise<TenderRow | undefined> {
  return db.row<TenderRow>(`select ${TENDER_COLUMNS} from tender where business_id = $1 and id = $2`, [
    business_id,
    id,
  ]);
}

export interface Locked {
  order: OrderRow;
  offer: OfferRow;
  /** All tenders of the offer, oldest first. */
  tenders: TenderRow[];
}

/** Everything that a decision about an offer reads, locked. */
export async function lockOffer(
  { db, business_id }: Reader,
  { id, order_id }: { id: number; order_id: number },
): Promise<Locked> {
  const order = (await lockOrders(db, business_id, [order_id])).get(order_id);
  const offer = await db.row<OfferRow>(
    `select ${OFFER_COLUMNS} from tender_offer where business_id = $1 and id = $2 for update`,
    [business_id, id],
  );
  const tenders = await db.rows<TenderRow>(
    `select ${TENDER_COLUMNS} from tender where business_id = $1 and offer_id = $2 order by id for update`,
    [business_id, id],
  );
  if (order === undefined || offer === undefined) throw new Error("An offer has its order.");
  return { order, offer, tenders };
}

export interface OwnTender extends Locked {
  tender: TenderRow;
  provider: ProviderRow;
}

/** A tender of the provider that calls, with its offer and order, locked. */
export async function lockOwnTender(
  context: Context<"not_a_provider" | "not_offered">,
  tender_id: number,
): Promise<OwnTender> {
  const { provider, tender: found } = await findOwnTender(context, tender_id);
  const locked = await lockOffer(context, { id: found.offer_id, order_id: found.order_id });
  const tender = locked.tenders.find(({ id }) => id === tender_id);
  if (tender === undefined) throw new Error("A tender belongs to its offer.");
  return { ...locked, tender, provider };
}

export async function findOwnTender(
  context: Context<"not_a_provider" | "not_offered">,
  tender_id: number,
): Promise<{ provider: ProviderRow; tender: TenderRow }> {
  const [provider, tender] = await Promise.all([getOwnProvider(context), findTender(context, tender_id)]);
  if (tender === undefined) throw context.refuse("not_found", { message: messages.unknown_tender });
  if (tender.provider_id !== provider.id)
    throw context.refuse("not_offered", { message: messages.not_offered });
  return { provider, tender };
}

export const PARTNER_CALL_REFUSALS = { not_a_provider: "forbidden", not_offered: "forbidden" } as const;
