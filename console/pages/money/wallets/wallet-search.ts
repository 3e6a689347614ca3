/** Query of the page of the own wallet. Invalid values are dropped, because people type URLs. */

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

export function readWalletSearch(search: Record<string, unknown>): WalletSearch {
  const found: WalletSearch = {};
  for (const member of ["amount", "order", "storage", "shipout", "payment"] as const) {
    const value = search[member];
    if (Number.isInteger(value) && (value as number) > 0) found[member] = value as number;
  }
  return found;
}
