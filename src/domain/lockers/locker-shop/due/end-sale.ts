/** A hold ends; goods that were paid for were not collected; a door that was opened was not heard of again. */
import { defineDue } from "#operation/define/due.ts";
import { changeSale, refundSale, SALE_END } from "../change.ts";
import { SaleRecord } from "../records/sale.ts";

export const endSale = defineDue({
  kind: SALE_END,

  async run(context, { subject }) {
    const row = await SaleRecord.lock(context, Number(subject));
    if (row === undefined) return;
    if (row.status === "CART_HELD") {
      const has_ended = Date.parse(row.hold_ends_at) <= context.now.getTime();
      if (has_ended) await changeSale(context, row, { status: "EXPIRED" });
    } else if (row.status === "PAID" || (row.status === "OPEN_GRANTED" && row.opened_at === null)) {
      await refundSale(context, row, row.status === "PAID" ? "not_collected" : "door_not_opened");
    } else if (row.status === "OPEN_GRANTED") {
      await changeSale(context, row, { status: "COLLECTED", collected_at: row.opened_at });
    }
  },
});
