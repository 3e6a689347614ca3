import { queryOptions } from "@tanstack/react-query";
import { client } from "../../../api/client.ts";

export type { CarrierAccount } from "../../../../packages/client/client.gen.ts";

/** Rates and labels name the accounts, so both are read again after a change. */
export const ACCOUNT_KEYS = [["carrier-accounts"], ["labels"]];

export const rateCardQuery = (carrier_account_id: number) =>
  queryOptions({
    queryKey: ["carrier-accounts", carrier_account_id, "rate-card"],
    queryFn: ({ signal }) => client.labelserviceCarrierAccount({ carrier_account_id }, { signal }),
  });

export const carrierAccountsQuery = queryOptions({
  queryKey: ["carrier-accounts"],
  meta: { live: ["carrier_account"] },
  queryFn: async ({ signal }) =>
    (await client.labelserviceCarrierAccounts({ per_page: 100 }, { signal })).carrier_accounts,
});
