/** Which of several rates a strategy chooses. Pure. */

export const STRATEGIES = ["cheapest", "fastest", "cheapest_within_deadline", "preferred"] as const;
export type Strategy = (typeof STRATEGIES)[number];

/** What a strategy compares. */
export interface Comparable {
  price_minor: number;
  currency: string;
  /** `YYYY-MM-DD`, promised; null where the carrier promises nothing. */
  arrives_on: string | null;
  /** Of its account; lower comes first. */
  preference: number;
}

const byPrice = (currency: string) => (one: Comparable, other: Comparable) =>
  Number(one.currency !== currency) - Number(other.currency !== currency) ||
  (one.currency < other.currency ? -1 : Number(one.currency > other.currency)) ||
  one.price_minor - other.price_minor;

/**
 * Cheapest first. Amounts of different currencies cannot be compared: those of the business's own come first.
 */
export function sortByPrice<Rate extends Comparable>(rates: readonly Rate[], currency: string): Rate[] {
  return rates.toSorted(byPrice(currency));
}

/** The rate that a strategy chooses; undefined where none fits. A rate without a promise meets no deadline. */
export function chooseRate<Rate extends Comparable>(
  rates: readonly Rate[],
  { strategy, deadline, currency }: { strategy: Strategy; deadline: string | null; currency: string },
): Rate | undefined {
  const cheapest = byPrice(currency);
  if (strategy === "preferred")
    return rates.toSorted((one, other) => one.preference - other.preference || cheapest(one, other))[0];
  if (strategy === "fastest") {
    const day = ({ arrives_on }: Comparable) => arrives_on ?? "9999-12-31";
    return rates.toSorted(
      (one, other) => (day(one) < day(other) ? -1 : Number(day(one) > day(other))) || cheapest(one, other),
    )[0];
  }
  const fitting =
    strategy === "cheapest"
      ? rates
      : rates.filter(({ arrives_on }) => arrives_on !== null && deadline !== null && arrives_on <= deadline);
  return fitting.toSorted(cheapest)[0];
}
