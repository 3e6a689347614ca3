/** Quotes for the families that sell: `README.md` shows how they go together. */
export { type ClaimedQuote, claimQuote, markQuoteUsed, rateRefusals } from "./claim.ts";
export { hashPricedInputs } from "./hash.ts";
export { issueQuotes } from "./issue.ts";
export { findIssuedTogether } from "./issued-together.ts";
