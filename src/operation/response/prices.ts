/** Hidden prices and payments: a caller cannot pay an amount online that it may not see. */
import type { PriceFamily } from "#vocabulary/features.ts";
import type { Actor } from "../caller/actor.ts";
import { Refusal } from "../define/refusal.ts";
import { refusals } from "./platform-messages.ts";

/**
 * Refuses an online payment for a family whose prices are hidden from the caller. Every operation that starts
 * one calls this first: the refusal is 403, its code in `code` as the contract says and in `error_code` as everywhere.
 */
export function requireVisiblePrices(actor: Pick<Actor, "hidden_prices">, price_family: PriceFamily): void {
  if (!actor.hidden_prices.has(price_family)) return;
  throw new Refusal("price_hidden_settle_offline", "forbidden", {
    message: refusals.prices_hidden,
    extra: { code: "PRICE_HIDDEN_SETTLE_OFFLINE" },
  });
}
