/** Buys a label again whose purchase failed: at another rate for the same customer, or at the price it was ordered at. */
import { rateRefusals } from "#domain/money/quotes/public.ts";
import type { Context } from "#operation/define/context.ts";
import { messages } from "../messages.ts";
import { findEnabledAccount } from "../rating/request-rates.ts";
import type { LabelOrderRow } from "../records/label.ts";
import { claimRate, purchaseRefusals } from "./buy.ts";
import { restartPurchase } from "./start.ts";

export const buyAgainRefusals = {
  ...rateRefusals,
  ...purchaseRefusals,
  not_failed: "conflict",
} as const;

export async function buyAgain(
  context: Context<keyof typeof buyAgainRefusals>,
  order: LabelOrderRow,
  rate_id: string | undefined,
): Promise<LabelOrderRow> {
  const { state, customer_id, label_format, shipment } = order;
  if (state !== "LABEL_PURCHASE_FAILED")
    throw context.refuse("not_failed", { message: messages.not_failed, values: { state }, extra: { state } });
  if (rate_id === undefined) {
    const account = await findEnabledAccount(context, order.carrier_account_id);
    if (account === undefined) throw context.refuse("account_closed", { message: messages.account_closed });
    const { price_minor, currency, lines, carrier_account_id, carrier, service, service_name } = order;
    return restartPurchase(context, order, {
      quote_id: null,
      customer_id,
      carrier_account_id,
      carrier,
      service,
      service_name,
      shipment,
      price_minor,
      currency,
      lines,
      charge_minor: order.quoted_charge_minor ?? price_minor,
      charge_currency: order.carrier_currency,
      label_format,
      offers: null,
    });
  }
  const purchase = await claimRate(context, { rate_id, customer_id, shipment: null, label_format });
  // It is the same order: its return label, references and people stay, at the corrected address that was quoted.
  return restartPurchase(context, order, {
    ...purchase,
    shipment: { ...purchase.shipment, is_return: shipment.is_return },
  });
}
