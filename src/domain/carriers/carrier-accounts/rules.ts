/** What an account adds to the carrier's charge where no price list of the customer says. Pure. */

export const ACCOUNT_KINDS = ["house", "gateway", "multi"] as const;

/** The first markup that fits the service counts. */
export interface Markup {
  /** Any service when absent. */
  service?: string;
  percent?: number;
  fixed_minor?: number;
  /** The markup is at least this. */
  minimum_minor?: number;
  /** The price is rounded up to a multiple. */
  rounding_minor?: number;
}

/** Our price; null where the account has no markup for the service: it is not sold to customers then. */
export function computePrice(
  markups: readonly Markup[],
  { service, charge_minor }: { service: string; charge_minor: number },
): number | null {
  const markup = markups.find((one) => one.service === undefined || one.service === service);
  if (markup === undefined) return null;
  const { percent = 0, fixed_minor = 0, minimum_minor = 0, rounding_minor = 1 } = markup;
  const added = Math.max(Math.round((charge_minor * percent) / 100) + fixed_minor, minimum_minor);
  return Math.ceil((charge_minor + added) / rounding_minor) * rounding_minor;
}
