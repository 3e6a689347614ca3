/** Bills for the families whose orders they are for. */
export {
  cancelBill,
  createBill,
  loadBillDetail,
  payFromWallet,
  payRefusals,
  refundBill,
  refundRefusals,
  setPrice,
  settleBill,
  settleHidden,
  settleRefusals,
} from "./bills.ts";
export { type BillRow, loadBill, lockBill } from "./records/bill.ts";
export { addToLines, computeRemaining, keepLines, REFUND_LINE } from "./rules.ts";
export { billMembers, billSummaryMembers, toBillSummary } from "./shapes.ts";
export { priceByStaff, StaffLines } from "./staff-lines.ts";
