/** What hidden prices mean for paying: nobody is asked online for an amount that is not shown. */
import type { PriceFamily } from "#vocabulary/features.ts";
import type { Actor } from "./actor.ts";
import { Refusal } from "./refusal.ts";

/**
 * Refuses an online payment for a family whose prices are hidden from the caller. Every operation that starts
 * one calls this first: the refusal is 403, its code in `code` as the contract says and in `error_code` as everywhere.
 */
export function settleOffline(actor: Pick<Actor, "hidden_prices">, family: PriceFamily): void {
  if (!actor.hidden_prices.has(family)) return;
  throw new Refusal("price_hidden_settle_offline", "forbidden", {
    message: "The prices of this service are not shown to you; it is settled outside.",
    extra: { code: "PRICE_HIDDEN_SETTLE_OFFLINE" },
  });
}
