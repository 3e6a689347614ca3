/** Receiving for other families: the bin where goods arrive, and goods that are announced. */
export { announceReceipt, RECEIPT_REFUSALS } from "./announce.ts";
export { findBinOfZone } from "./goods.ts";
