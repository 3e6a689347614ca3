/** A stocking round: the door opens, goods are put in, and count when it is closed. */
import Type from "typebox";
import {
  GRANT_REFUSALS,
  grantCompartment,
  lockLocker,
  OPEN_REFUSALS,
  openDoor,
  Position,
} from "#domain/lockers/lockers/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Refusal } from "#operation/define/refusal.ts";
import { Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { CELL_REFUSALS, lockCell } from "../cells.ts";
import { messages } from "../messages.ts";
import { answerCell } from "../present.ts";
import { CELL, CellRecord, getOwnCell } from "../records/cell.ts";
import { expectAtLocker, expectNoSale, ROUND_REFUSALS } from "../rounds.ts";
import { CellAnswer } from "../shapes.ts";

const HOLD_MS = 15 * 60_000;

export const stockCell = defineOperation({
  name: "shopCellStock",
  summary: "Stock a cell",
  description: "An empty cell reserves a compartment of its size first.",
  access: { roles: ["client_admin", "employee", "customer"], scopes: ["lockers:use"] },
  rest: { method: "POST", path: "/api/v1/locker-shop/cells/{cell_id}/stock", status: 202 },
  localised: true,
  input: Type.Object({
    cell_id: Ref("shop_cell"),
    qty: Type.Integer({ minimum: 1, maximum: 1000 }),
    expires_at: Type.Optional({
      ...Timestamp,
      description: "The date on the goods. They are not sold after it, nor after their shelf life.",
    }),
    position: Type.Optional(Position),
  }),
  output: CellAnswer,
  refusals: {
    ...CELL_REFUSALS,
    ...GRANT_REFUSALS,
    ...OPEN_REFUSALS,
    ...ROUND_REFUSALS,
    expired_already: "invalid",
  },

  async run(context, { cell_id, qty, expires_at, position }) {
    const { now, refuse } = context;
    if (expires_at !== undefined && Date.parse(expires_at) <= now.getTime())
      throw refuse("expired_already", {
        message: messages.expired_already,
        errors: [{ field: "expires_at", message: messages.expired_already }],
      });
    const goods_expire_at = expires_at === undefined ? null : new Date(expires_at).toISOString();
    const { device_id } = await getOwnCell(context, cell_id);
    const device = await lockLocker(context, device_id);
    expectAtLocker(context, device, position);
    const { cell, target } = await lockCell(context, cell_id);
    await expectNoSale(context, cell);
    if (target !== undefined) {
      const { status } = target.compartment;
      if (status !== "OCCUPIED" && status !== "RESERVED")
        throw refuse("compartment_not_ready", { message: messages.compartment_not_ready });
      await openDoor(context, target, status === "RESERVED" ? "deposit" : "operator", "stock");
      await CellRecord.change(context, cell, { qty_change: qty, goods_expire_at });
      return answerCell(context, cell_id);
    }
    const granted = await grantCompartment(context, device, {
      need: { size: cell.size },
      purpose: "shop",
      expires_at: new Date(now.getTime() + HOLD_MS),
      collect_until: null,
      ref: null,
      customer_id: null,
      subject: { type: CELL, id: cell_id },
    });
    if (granted instanceof Refusal) return granted;
    await openDoor(context, granted, "deposit", "stock");
    await CellRecord.change(context, cell, {
      reservation_id: granted.reservation.id,
      compartment_id: granted.compartment.id,
      qty: 0,
      qty_change: qty,
      goods_expire_at,
    });
    return answerCell(context, cell_id);
  },
});
