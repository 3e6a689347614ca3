/** Which of several offers is bought: by a strategy, or by the shipping rules of the business. */
import { chooseRate, loadRules, type Strategy, selectRule } from "#domain/carriers/shipping-rules/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { Shipment } from "#providers/carriers/port.ts";
import type { PricedOffer } from "./price-rates.ts";

/** Undefined where none fits. Where no rule decides, rules choose the cheapest. */
export async function chooseOffer(
  context: Context<never>,
  offers: readonly PricedOffer[],
  {
    strategy,
    deadline,
    customer_id,
    shipment,
  }: {
    strategy: Strategy | "rules";
    deadline: string | null;
    customer_id: number | null;
    shipment: Shipment;
  },
): Promise<PricedOffer | undefined> {
  const currency = context.business.currency;
  if (strategy !== "rules") return chooseRate(offers, { strategy, deadline, currency });
  const { rules } = await loadRules(context);
  const rates = offers.map((offer) => ({
    offer,
    carrier_account: offer.account.code,
    service: offer.rate.code,
  }));
  const selected = selectRule(rules, { shipment, customer_id }, rates);
  return chooseRate(selected?.rates.map(({ offer }) => offer) ?? offers, {
    strategy: selected?.rule.then.strategy ?? "cheapest",
    deadline: null,
    currency,
  });
}
