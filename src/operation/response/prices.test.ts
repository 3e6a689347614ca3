/** Online payment of hidden prices. Source: docs/contract/rest.md, "Cross-cutting rules", 1. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { PRICE_FAMILIES, type PriceFamily } from "#vocabulary/features.ts";
import { errorBody, Refusal } from "../define/refusal.ts";
import { requireVisiblePrices } from "./prices.ts";

const refused = (hidden: PriceFamily[], price_family: PriceFamily): Refusal | null => {
  try {
    requireVisiblePrices({ hidden_prices: new Set(hidden) }, price_family);
    return null;
  } catch (error) {
    assert(error instanceof Refusal);
    return error;
  }
};

test("online payment for a hidden family is refused with 403 and its code in both members; other families are not", () => {
  for (const price_family of PRICE_FAMILIES) {
    const refusal = refused([price_family], price_family);
    assert.equal(refusal?.status, 403);
    assert.partialDeepStrictEqual(refusal && errorBody(refusal, "7"), {
      result: false,
      code: "PRICE_HIDDEN_SETTLE_OFFLINE",
      error_code: "PRICE_HIDDEN_SETTLE_OFFLINE",
      request_id: "7",
    });
    assert.equal(refused([], price_family), null);
    assert.equal(
      refused(
        PRICE_FAMILIES.filter((other) => other !== price_family),
        price_family,
      ),
      null,
    );
  }
});
