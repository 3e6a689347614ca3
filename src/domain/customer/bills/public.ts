/** Bills for the families whose orders they are for. */
export {
  cancelBill,
  createBill,
  loadBillDetail,
  lockBill,
  payFromWallet,
  payRefusals,
  refundBill,
  refundRefusals,
  setPrice,
  settleBill,
  settleHidden,
  settleRefusals,
} from "./bills.ts";
export { computeRemaining } from "./rules.ts";
export { billMembers, billSummaryMembers, toBillSummary } from "./shapes.ts";
export type { BillLine } from "./tables.ts";
