/** Labels that wait for the end of the day, by carrier account. Pure. */
import type { LabelOrderSummary } from "./queries.ts";

export interface OpenAccount {
  /** Code of the account. */
  account: string;
  packages: number;
  /** Labels by ship date, the earliest first. */
  dates: Map<string, number>;
}

type Counted = Pick<LabelOrderSummary, "carrier_account" | "package_count" | "ship_date">;

export function countOpen(labels: readonly Counted[]): OpenAccount[] {
  const accounts = Map.groupBy(labels, ({ carrier_account }) => carrier_account);
  return [...accounts]
    .map(([account, account_orders]) => ({
      account,
      packages: account_orders.reduce((sum, { package_count }) => sum + package_count, 0),
      dates: new Map(
        [...Map.groupBy(account_orders, ({ ship_date }) => ship_date)]
          .map(([date, those]): [string, number] => [date, those.length])
          .sort(([one], [other]) => one.localeCompare(other)),
      ),
    }))
    .sort((one, other) => one.account.localeCompare(other.account));
}
