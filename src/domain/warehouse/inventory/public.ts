/** Stock for other families. See the README, "For families above". */

export { findAdjusted } from "./adjusted.ts";
export { findArticle, findCustomers } from "./articles.ts";
export { findFreeCapacity } from "./capacity.ts";
export {
  goodsOfPackage,
  holdPackages,
  issuePackages,
  lockReceivingBin,
  normalizeCode,
  receivePackages,
  releasePackages,
} from "./packages.ts";
export { postMovements } from "./post.ts";
export { publishPackages } from "./publish-packages.ts";
export { movementRefusals, refuseMovements } from "./refuse.ts";
export { type Movement, mayAdjust } from "./rules.ts";
export { GoodsCode, Lot, measureMembers, OwnerId, QTY_MAX, Qty } from "./shapes.ts";
export { lockStockAtHand } from "./stock-at-hand.ts";
export { ADJUSTMENT_REASONS, type StockLineRow } from "./tables.ts";
export { packagesChanged } from "./topics.ts";
