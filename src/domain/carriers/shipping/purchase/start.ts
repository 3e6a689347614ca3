/** Starts a purchase: the label is stored and the customer's money reserved, before the carrier is asked. */
import { randomBytes } from "node:crypto";
import type { OfferAtPurchase } from "#domain/carriers/shipping-rules/public.ts";
import { markQuoteUsed } from "#domain/money/quotes/public.ts";
import { holdAmount } from "#domain/money/wallets/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { LabelFormat, Shipment } from "#providers/carriers/port.ts";
import { computeNextPoll, RECONCILE } from "../reconcile.ts";
import {
  type LabelOrderRow,
  LabelRecord,
  type Line,
  labelFacts,
  setHold,
  updateLabel,
} from "../records/label.ts";

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
  const now = context.now.toISOString();
  const order = await LabelRecord.insert(context, {
    customer_id: purchase.customer_id,
    carrier_account_id: purchase.carrier_account_id,
    reference: createReference(),
    ref,
    state: "PURCHASING",
    state_since: now,
    carrier: purchase.carrier,
    service: purchase.service,
    service_name: purchase.service_name,
    shipment: purchase.shipment,
    label_format: purchase.label_format,
    price_minor: purchase.price_minor,
    currency: purchase.currency,
    lines: [...purchase.lines],
    quoted_charge_minor: purchase.charge_minor,
    carrier_currency: purchase.charge_currency,
    asked_at: now,
    return_of_id,
    created_by: context.actor.account_id,
    offers: purchase.offers === null ? null : [...purchase.offers],
  });
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
    asked_at: context.now.toISOString(),
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
          price_family: "label_service",
          subject,
          amount_minor: price_minor,
          currency,
        });
  if (hold_id !== null) await setHold(context, id, hold_id);
  if (quote_id !== null) await markQuoteUsed(context, quote_id, subject);
  // Should this process die, or the carrier not answer, a job asks how it ended.
  due.set(RECONCILE, id, computeNextPoll(now, 1));
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
