/** Starts a purchase: the label is stored and the customer's money reserved, before the carrier is asked. */
import { randomBytes } from "node:crypto";
import type { OfferAtPurchase } from "#domain/carriers/shipping-rules/public.ts";
import { markQuoteUsed } from "#domain/money/quotes/public.ts";
import { holdAmount } from "#domain/money/wallets/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { LabelFormat, Shipment } from "#providers/carriers/port.ts";
import { getNextQuestion, labelFacts, RECONCILE, updateLabel } from "../change.ts";
import type { LabelOrderRow, Line } from "../tables.ts";

export interface NewPurchase {
  /** Null where a failed purchase is repeated at its price. */
  quote_id: number | null;
  customer_id: number | null;
  carrier_account_id: number;
  carrier: string;
  service: string;
  service_name: string;
  shipment: Shipment;
  price_minor: number;
  currency: string;
  lines: readonly Line[];
  charge_minor: number;
  charge_currency: string;
  label_format: LabelFormat;
  /** Null where they are not known. */
  offers: readonly OfferAtPurchase[] | null;
}

/** Unique at every carrier, also when two installations share an account. */
const createReference = () => `PH${randomBytes(10).toString("hex").toUpperCase()}`;

/** Refuses `wallet_too_low`. */
export async function startPurchase(
  context: Context<"wallet_too_low">,
  purchase: NewPurchase,
  { ref, return_of_id = null }: { ref: string | null; return_of_id?: number | null },
): Promise<LabelOrderRow> {
  const { db, business_id, now, actor } = context;
  const order = await db.row<LabelOrderRow>(
    `insert into label_order (business_id, customer_id, carrier_account_id, reference, ref, state, state_since, carrier, service,
       service_name, shipment, label_format, price_minor, currency, lines, quoted_charge_minor, carrier_currency, asked_at,
       return_of_id, created_by, created_at, offers)
     values ($1, $2, $3, $4, $5, 'PURCHASING', $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $6, $17, $18, $6, $19) returning *`,
    [
      business_id,
      purchase.customer_id,
      purchase.carrier_account_id,
      createReference(),
      ref,
      now,
      purchase.carrier,
      purchase.service,
      purchase.service_name,
      JSON.stringify(purchase.shipment),
      purchase.label_format,
      purchase.price_minor,
      purchase.currency,
      JSON.stringify(purchase.lines),
      purchase.charge_minor,
      purchase.charge_currency,
      return_of_id,
      actor.account_id,
      purchase.offers === null ? null : JSON.stringify(purchase.offers),
    ],
  );
  if (order === undefined) throw new Error("A label that was inserted has no row.");
  return reserve(context, order, purchase, true);
}

/** Starts the purchase of a label again that failed before: at another rate, under a new reference. */
export async function restartPurchase(
  context: Context<"wallet_too_low">,
  failed: LabelOrderRow,
  purchase: NewPurchase,
): Promise<LabelOrderRow> {
  const order = await updateLabel(context, failed, {
    state: "PURCHASING",
    reference: createReference(),
    carrier_account_id: purchase.carrier_account_id,
    carrier: purchase.carrier,
    service: purchase.service,
    service_name: purchase.service_name,
    shipment: purchase.shipment,
    price_minor: purchase.price_minor,
    currency: purchase.currency,
    lines: [...purchase.lines],
    quoted_charge_minor: purchase.charge_minor,
    carrier_currency: purchase.charge_currency,
    label_format: purchase.label_format,
    ...(purchase.offers === null ? {} : { offers: [...purchase.offers] }),
    failure: null,
    failure_code: null,
    failure_text: null,
    is_sync_pending: false,
    sync_attempts: 0,
    asked_at: context.now,
  });
  return reserve(context, order, purchase, false);
}

async function reserve(
  context: Context<"wallet_too_low">,
  order: LabelOrderRow,
  { quote_id }: NewPurchase,
  first: boolean,
): Promise<LabelOrderRow> {
  const { emit, due, now } = context;
  const { id, customer_id, price_minor, currency } = order;
  const subject = { type: "label", id };
  const hold_id =
    customer_id === null
      ? null
      : await holdAmount(context, {
          customer_id,
          family: "label_service",
          subject,
          amount_minor: price_minor,
          currency,
        });
  if (hold_id !== null)
    await context.db.execute("update label_order set hold_id = $3 where business_id = $1 and id = $2", [
      context.business_id,
      id,
      hold_id,
    ]);
  if (quote_id !== null) await markQuoteUsed(context, quote_id, subject);
  // Should this process die, or the carrier not answer, a job asks how it ended.
  due.set(RECONCILE, id, getNextQuestion(now, 1));
  emit({
    subject: { ...subject, is_new: first },
    kind: "label.ordered",
    payload: {
      ...labelFacts(order),
      price_minor,
      currency,
      return_of_id: order.return_of_id,
    },
  });
  return { ...order, hold_id };
}
