/** Receiving for other families: the bin where goods arrive. */
export { findBinOfZone } from "./goods.ts";
