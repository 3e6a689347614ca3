/** Stock for other families. See the README, "For families above". */

export { findAdjusted } from "./adjusted.ts";
export { findFreeCapacity } from "./capacity.ts";
export { findCustomers } from "./owners.ts";
export {
  goodsOfPackage,
  holdPackages,
  issuePackages,
  lockReceivingBin,
  receivePackages,
  releasePackages,
} from "./packages.ts";
export { postMovements } from "./post.ts";
export { publishPackages } from "./publish-packages.ts";
export { FOLDED_SKU, findArticle, listGoodsKeys } from "./records/article.ts";
export type { StockLineRow } from "./records/stock-line.ts";
export { movementRefusals, refuseMovements } from "./refuse.ts";
export { ADJUSTMENT_REASONS, type Movement, mayAdjust } from "./rules.ts";
export { GoodsCode, Lot, measureMembers, OwnerId, QTY_MAX, Qty } from "./shapes.ts";
export { lockStockAtHand } from "./stock-at-hand.ts";
export { packagesChanged, storedPackagesRequested } from "./topics.ts";
