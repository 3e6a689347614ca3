/** The link of a sale: whoever holds it is the buyer. */
export const LINK_OPERATIONS = {
  get: "shopOwnSale",
  checkout: "shopSaleCheckout",
  open: "shopSaleOpen",
  problem: "shopSaleProblem",
} as const;
