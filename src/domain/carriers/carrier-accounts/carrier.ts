/** The carrier behind an account, ready to be called. */
import type { Context } from "#operation/define/context.ts";
import { decryptText } from "#platform/auth/secrets.ts";
import { EXAMPLE_GS1_PREFIX } from "#providers/carriers/house/numbers.ts";
import { DEFAULT_RATE_CARD } from "#providers/carriers/house/rate-card.ts";
import { MULTI_CARRIER_URL } from "#providers/carriers/multi/multi-carrier-api.ts";
import type { Carrier } from "#providers/carriers/port.ts";
import type { CarrierAccountRow } from "./records/carrier-account.ts";

/** Outside a transaction: in `prepare`, `perform` and jobs. */
type CarrierReader = Pick<
  Context<never>,
  "db" | "business_id" | "business" | "providers" | "settings" | "system_queries" | "now"
>;

/** Opens each account's carrier; decrypting fails after a change of the installation's key. */
async function openCarriers(
  { business, business_id, providers, settings, system_queries, now }: CarrierReader,
  accounts: readonly CarrierAccountRow[],
): Promise<Map<number, Carrier>> {
  return new Map(
    accounts.map((account) => {
      const { id, kind, carrier_ids, base_url, api_key_sealed } = account;
      if (kind === "house") {
        const house = {
          store: system_queries.openHouseStore(business_id),
          name: business.name,
          currency: business.currency,
          language: business.locale,
          gs1_prefix: account.gs1_prefix ?? EXAMPLE_GS1_PREFIX,
          rate_card: account.rate_card ?? DEFAULT_RATE_CARD,
          now,
        };
        return [id, providers.carriers.of({ kind, house })];
      }
      const api_key = decryptText(settings.secret_key, api_key_sealed ?? "");
      return [
        id,
        providers.carriers.of({ kind, api_key, base_url: base_url ?? MULTI_CARRIER_URL, carrier_ids }),
      ];
    }),
  );
}

export async function openCarrier(reader: CarrierReader, account: CarrierAccountRow): Promise<Carrier> {
  const carrier = (await openCarriers(reader, [account])).get(account.id);
  if (carrier === undefined) throw new Error("An account that was given was not opened.");
  return carrier;
}
