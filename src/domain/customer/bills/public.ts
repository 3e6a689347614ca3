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
export { addToLines, computeRemaining, keepLines, REFUND_LINE } from "./rules.ts";
export { billMembers, billSummaryMembers, toBillSummary } from "./shapes.ts";
export { priceByStaff, StaffLines } from "./staff-lines.ts";
export type { BillRow } from "./tables.ts";
