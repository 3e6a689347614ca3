/** Which rules match a shipment, which rates a rule allows, and which rates rules would have chosen for past labels. Pure. */
import type { RefusalDetail } from "#operation/define/refusal.ts";
import type { Shipment } from "#providers/carriers/port.ts";
import { messages } from "./messages.ts";
import type { ShippingRule } from "./shapes.ts";
import { type Comparable, chooseRate } from "./strategies.ts";

/** What rules look at. */
export interface RuledShipment {
  shipment: Pick<Shipment, "from" | "to" | "packages" | "is_return">;
  customer_id: number | null;
}

const normalizePostalCode = (code: string) => code.replaceAll(/[\s-]/g, "").toUpperCase();

/** Every condition of the rule holds. */
export function isMatching(
  { is_enabled = true, when }: ShippingRule,
  { shipment, customer_id }: RuledShipment,
): boolean {
  if (!is_enabled) return false;
  const { from, to, packages, is_return } = shipment;
  const weight_g = packages.reduce((sum, one) => sum + one.weight_g, 0);
  const postal_code = normalizePostalCode(to.postal_code ?? "");
  const holds = <Value>(value: Value | undefined, condition: (value: Value) => boolean) =>
    value === undefined || condition(value);
  return (
    holds(when.to_countries, (countries) => countries.includes(to.country ?? "")) &&
    holds(when.to_postal_prefixes, (prefixes) =>
      prefixes.some((prefix) => postal_code.startsWith(normalizePostalCode(prefix))),
    ) &&
    holds(
      when.is_international,
      (is_wanted) => ((from.country ?? "") !== (to.country ?? "")) === is_wanted,
    ) &&
    holds(when.is_return, (is_wanted) => is_return === is_wanted) &&
    holds(when.weight_g_min, (least) => weight_g >= least) &&
    holds(when.weight_g_max, (most) => weight_g <= most) &&
    holds(when.package_count_min, (least) => packages.length >= least) &&
    holds(when.package_count_max, (most) => packages.length <= most) &&
    holds(when.customer_ids, (ids) => customer_id !== null && ids.includes(customer_id))
  );
}

/** A rate, or what a label was bought with. */
export interface Offered {
  /** Code of the account. */
  carrier_account: string;
  service: string;
}

export function isAllowed({ then: { carrier_account, services } }: ShippingRule, offered: Offered): boolean {
  return (
    (carrier_account === undefined || carrier_account === offered.carrier_account) &&
    (services === undefined || services.includes(offered.service))
  );
}

/** The first rule that matches and allows a rate, with the rates that it allows; undefined where none does. */
export function selectRule<Rate extends Offered>(
  rules: readonly ShippingRule[],
  shipment: RuledShipment,
  rates: readonly Rate[],
): { rule: ShippingRule; rates: Rate[] } | undefined {
  for (const rule of rules) {
    if (!isMatching(rule, shipment)) continue;
    const allowed_rates = rates.filter((rate) => isAllowed(rule, rate));
    if (allowed_rates.length > 0) return { rule, rates: allowed_rates };
  }
  return undefined;
}

/** What a carrier account offered when a label was bought, at the price that the label's buyer would have paid. */
export interface OfferAtPurchase extends Offered, Comparable {
  service_name: string;
}

/** A label as it was bought; `offers` is null where they are not known. */
export interface BoughtLabel extends RuledShipment, Offered {
  price_minor: number;
  currency: string;
  offers: readonly OfferAtPurchase[] | null;
}

export interface Replay {
  /** Null where no rule decides. */
  rule: ShippingRule | null;
  is_different: boolean;
  /** What would have been bought; null where it is not known. */
  chosen: OfferAtPurchase | null;
  /** More than was paid, less where negative; null where it is not known, or in another currency. */
  difference_minor: number | null;
}

/**
 * Which rate the rules would have chosen for a label, from the offers of its purchase. Where those are not known, only
 * whether the first rule that matches allows what was bought.
 */
export function replayRules(rules: readonly ShippingRule[], label: BoughtLabel, currency: string): Replay {
  const { offers } = label;
  if (offers === null) {
    const rule = rules.find((one) => isMatching(one, label)) ?? null;
    const is_different = rule !== null && !isAllowed(rule, label);
    return { rule, is_different, chosen: null, difference_minor: is_different ? null : 0 };
  }
  const selected = selectRule(rules, label, offers);
  const chosen_offer =
    chooseRate(selected?.rates ?? offers, {
      strategy: selected?.rule.then.strategy ?? "cheapest",
      deadline: null,
      currency,
    }) ?? null;
  const is_different =
    chosen_offer !== null &&
    (chosen_offer.carrier_account !== label.carrier_account || chosen_offer.service !== label.service);
  return {
    rule: selected?.rule ?? null,
    is_different,
    chosen: chosen_offer,
    difference_minor: !is_different
      ? 0
      : chosen_offer.currency === label.currency
        ? chosen_offer.price_minor - label.price_minor
        : null,
  };
}

/** Ranges the wrong way around. */
export function findFaults(rules: readonly ShippingRule[]): RefusalDetail[] {
  return rules.flatMap(({ when }, index) => {
    const faults: RefusalDetail[] = [];
    const check = (least: number | undefined, most: number | undefined, member: string) => {
      if (least !== undefined && most !== undefined && least > most)
        faults.push({ field: `rules/${index}/when/${member}`, message: messages.less_than_minimum });
    };
    check(when.weight_g_min, when.weight_g_max, "weight_g_max");
    check(when.package_count_min, when.package_count_max, "package_count_max");
    return faults;
  });
}
