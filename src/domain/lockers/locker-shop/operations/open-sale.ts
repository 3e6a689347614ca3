/** Open the door for the buyer: only after the processor reported that the amount of this sale is reserved. */
import Type from "typebox";
import { expectPresence, OPEN_REFUSALS, openDoor, Position } from "#domain/lockers/lockers/public.ts";
import { getLinkedId } from "#operation/caller/link.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Timestamp } from "#vocabulary/basics.ts";
import { CELL_REFUSALS, lockCell } from "../cells.ts";
import { changeSale, refundSale } from "../change.ts";
import { LINK_OPERATIONS } from "../links.ts";
import { messages } from "../messages.ts";
import { answerSale } from "../present.ts";
import { getCellView } from "../records/cell.ts";
import { SALE, SaleRecord } from "../records/sale.ts";
import { refusalToSell } from "../rules.ts";
import { SaleAnswer } from "../shapes.ts";

export const openSale = defineOperation({
  name: LINK_OPERATIONS.open,
  summary: "Open the door for goods that are paid for",
  access: { roles: [], scopes: [], link: SALE },
  rest: { method: "POST", path: "/api/v1/locker-shop/sale/open", status: 202 },
  localised: true,
  input: Type.Object({ position: Type.Optional(Position) }),
  output: Type.Object({
    ...SaleAnswer.properties,
    opens_until: { ...Timestamp, description: "The locker does not open the door later than this." },
  }),
  refusals: {
    ...OPEN_REFUSALS,
    ...CELL_REFUSALS,
    presence_failed: "forbidden",
    payment_missing: "unpaid",
    payment_failed: "unpaid",
    hold_expired: "gone",
    wrong_status: "conflict",
    age_not_checked: "forbidden",
    not_sellable: "conflict",
    round_under_way: "conflict",
  },

  async run(context, { position }) {
    const { refuse } = context;
    const { id, cell_id } = await SaleRecord.get(context, getLinkedId(context.actor, SALE));
    const { cell, target } = await lockCell(context, cell_id);
    const row = await SaleRecord.getLocked(context, id);
    if (row.status === "EXPIRED") throw refuse("hold_expired", { message: messages.hold_expired });
    if (row.status === "CART_HELD" && row.payment_status === "FAILED")
      throw refuse("payment_failed", { message: messages.payment_failed });
    if (row.status === "CART_HELD") throw refuse("payment_missing", { message: messages.payment_missing });
    if (row.status !== "PAID" || row.payment_status !== "AUTHORISED")
      throw refuse("wrong_status", { message: messages.wrong_status, values: { status: row.status } });
    if (row.age_limit !== null && row.age_checked_by === null)
      throw refuse("age_not_checked", { message: messages.age_not_checked, values: { age: row.age_limit } });
    if (cell.qty_change !== 0) throw refuse("round_under_way", { message: messages.round_under_way });
    const view = await getCellView(context, cell_id);
    const problem = refusalToSell({ ...view, held: view.held - 1, is_offered: true }, context.now);
    if (problem !== null || target === undefined) {
      await refundSale(context as never, row, "not_sellable");
      return refuse("not_sellable", { message: messages.not_sellable });
    }
    expectPresence(context, target.device, position);
    const command = await openDoor(context, target, "collect", "shop");
    await changeSale(context as never, row, { status: "OPEN_GRANTED", command_id: command.id });
    return { ...(await answerSale(context, id)), opens_until: command.expires_at };
  },
});
