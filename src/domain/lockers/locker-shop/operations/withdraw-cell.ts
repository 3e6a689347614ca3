/** Take goods out of a cell: what expired, got warm, or is not sold any more. It counts when the door is closed. */
import Type from "typebox";
import { OPEN_REFUSALS, openDoor, Position } from "#domain/lockers/lockers/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { CELL_REFUSALS, lockCell } from "../cells.ts";
import { messages } from "../messages.ts";
import { answerCell } from "../present.ts";
import { CellRecord, getOwnCell } from "../records/cell.ts";
import { expectAtLocker, expectNoSale, ROUND_REFUSALS } from "../rounds.ts";
import { CellAnswer } from "../shapes.ts";

export const withdrawCell = defineOperation({
  name: "shopCellWithdraw",
  summary: "Withdraw goods from a cell",
  access: { roles: ["client_admin", "employee", "customer"], scopes: ["lockers:use"] },
  rest: { method: "POST", path: "/api/v1/locker-shop/cells/{cell_id}/withdraw", status: 202 },
  localised: true,
  input: Type.Object({
    cell_id: Ref("shop_cell"),
    qty: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: "All, when absent." })),
    position: Type.Optional(Position),
  }),
  output: CellAnswer,
  refusals: { ...CELL_REFUSALS, ...OPEN_REFUSALS, ...ROUND_REFUSALS, more_than_stocked: "conflict" },

  async run(context, { cell_id, qty, position }) {
    const { refuse } = context;
    await getOwnCell(context, cell_id);
    const { cell, target } = await lockCell(context, cell_id);
    await expectNoSale(context, cell);
    if (target?.compartment.status !== "OCCUPIED")
      throw refuse("compartment_not_ready", { message: messages.compartment_not_ready });
    expectAtLocker(context, target.device, position);
    const count = qty ?? cell.qty;
    if (count > cell.qty)
      throw refuse("more_than_stocked", { message: messages.more_than_stocked, values: { qty: cell.qty } });
    await openDoor(context, target, "operator", "withdraw");
    await CellRecord.change(context, cell, { qty_change: -count });
    return answerCell(context, cell_id);
  },
});
