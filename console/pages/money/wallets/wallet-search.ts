/** Query of the page of the own wallet. */
import { defineSearch, id, integer } from "../../../parts/search-params.ts";

export interface WalletSearch {
  /** Proposed to be topped up, minor units. */
  amount?: number;
  /** The shipping order that is to be paid, to go back to. */
  order?: number;
  /** The storage order that is to be paid. */
  storage?: number;
  /** The ship-out that is to be paid. */
  shipout?: number;
  /** A top-up that the payment processor sends back from. */
  payment?: number;
}

/** The most that a top-up may be. */
const AMOUNT_MAX = 2_147_483_647;

export const readWalletSearch = defineSearch<WalletSearch>({
  amount: integer(1, AMOUNT_MAX),
  order: id(),
  storage: id(),
  shipout: id(),
  payment: id(),
});
