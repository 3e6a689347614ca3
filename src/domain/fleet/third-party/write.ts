/** Writes offers and tenders, and what they mean for the order. Callers hold the locks (`load.ts`). */
import { changeOrders, type OrderRow } from "#domain/orders/orders/public.ts";
import type { Context, Emitted } from "#operation/define/context.ts";
import type { EventKind, PayloadOf } from "#operation/define/events.ts";
import type { Locked } from "./load.ts";
import type { ExplanationStep } from "./rules.ts";
import type { OfferRow, ProviderRow, TenderRow } from "./tables.ts";

export const TENDER_EXPIRES = "third-party.tender-expires";

export type Writing = Context<never>;

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

export async function saveOffer({ db, business_id }: Writing, offer: OfferRow): Promise<void> {
  offer.version += 1;
  await db.execute(
    `update tender_offer set state = $3, explanation = $4, ended_at = $5, version = $6, provider_ids = $7
      where business_id = $1 and id = $2`,
    [
      business_id,
      offer.id,
      offer.state,
      JSON.stringify(offer.explanation),
      offer.ended_at,
      offer.version,
      offer.provider_ids,
    ],
  );
}

/** The row keeps what was set, so that later steps of the same call see it. */
export async function saveTender(
  { db, business_id }: Writing,
  tender: TenderRow,
  set: Partial<TenderRow>,
): Promise<void> {
  Object.assign(tender, set, { version: tender.version + 1 });
  await db.execute(
    `update tender set state = $3, price_minor = $4, external_id = $5, reason = $6, note = $7, answered_at = $8,
       picked_up_at = $9, ended_at = $10, version = $11, first_report_at = $12 where business_id = $1 and id = $2`,
    [
      business_id,
      tender.id,
      tender.state,
      tender.price_minor,
      tender.external_id,
      tender.reason,
      tender.note,
      tender.answered_at,
      tender.picked_up_at,
      tender.ended_at,
      tender.version,
      tender.first_report_at,
    ],
  );
}

type TenderKind = Exclude<Extract<EventKind, `tender.${string}`>, "tender.position">;

export function emitTender(
  { emit }: Writing,
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

/**
 * Writes the facet of the order that planning and assigning read, with the steps of the offer that led to it. Returns the
 * row as it is then.
 */
export async function recordSteps(
  context: Writing,
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

/** Every open tender of an offer ends: it is withdrawn, or another provider took the order. */
export async function withdrawOpenTenders(
  context: Writing,
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

export function getProvider(
  providers: ReadonlyMap<number, ProviderRow>,
  { provider_id }: Pick<TenderRow, "provider_id">,
): ProviderRow {
  const provider = providers.get(provider_id);
  if (provider === undefined) throw new Error("A tender has its provider.");
  return provider;
}

/** No provider is asked any more. */
export async function endOffer(
  context: Writing,
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
