/**
 * Undo a whole transfer in one transaction. Parcels that have moved on are listed and left. With `X-Dry-Run` it says what
 * it would do.
 */
import Type from "typebox";
import { lockOrders } from "#domain/orders/orders/public.ts";
import { listReach, loadWarehouses } from "#domain/warehouse/warehouses/public.ts";
import type { Context } from "#operation/define/context.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import {
  describeTransfer,
  getLockedTransfer,
  getVisibleTransfer,
  saveTransfer,
} from "../records/transfer.ts";
import { loadItemRows } from "../records/transfer-item.ts";
import { recordSteps } from "../records/transfer-step.ts";
import { decideItems, type UndoneItem, undoItems } from "../rollback.ts";
import type { isAllowed } from "../rules.ts";
import { RollbackItem, Transfer } from "../shapes.ts";

export const rollBackTransfer = defineOperation({
  name: "transferRollback",
  summary: "Roll back a transfer",
  description:
    "Custody, bin and the warehouse of the orders are again what they were before; put-away of the parcels ends. Parcels that were delivered, loaded or received elsewhere since are listed and left. X-Dry-Run shows what it would do.",
  risk: "high",
  access: { scopes: ["transfers:rollback"] },
  rest: { method: "POST", path: "/api/v1/warehouse-transfers/{transfer_id}/rollback" },
  input: Type.Object({
    transfer_id: Ref("transfer"),
    reason: Type.Optional(Type.String({ maxLength: 500, description: "For the audit." })),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    restored: Type.Integer(),
    left: Type.Integer({ description: "Parcels that have moved on and stay where they are." }),
    items: Type.Array(RollbackItem),
    version: Type.Integer(),
    transfer: Transfer,
  }),
  refusals: {
    wrong_state: "conflict",
    already_rolled_back: "conflict",
    moved_on: "conflict",
    both_warehouses: "forbidden",
  },

  async run(context, { transfer_id, reason }) {
    const { db, business_id, refuse, emit } = context;
    const before = await getVisibleTransfer(context, transfer_id);
    const reach = listReach(context);
    if (
      reach !== null &&
      ![before.from_warehouse.id, before.to_warehouse.id].every((id) => reach.includes(id))
    )
      throw refuse("both_warehouses", { message: messages.both_warehouses });
    const listed = await loadItemRows(context, transfer_id);
    const orders = await lockOrders(
      db,
      business_id,
      listed.map(({ order_id }) => order_id),
    );
    const transfer = await lockForRollback(context, transfer_id);
    context.expectVersion(transfer.version);
    const items = await loadItemRows(context, transfer_id);
    // A parcel that was scanned meanwhile is of an order that is not locked.
    if (items.some(({ order_id }) => !orders.has(order_id))) throw refuse("busy");

    const decided = await decideItems(context, items);
    if (decided.every(({ decision }) => decision.outcome === "left"))
      throw refuse("moved_on", {
        message: messages.all_moved_on,
        extra: {
          items: decided.map(({ parcel }) => ({ parcel_id: parcel.id, status: parcel.order_status })),
        },
      });
    const undone_items = await undoItems(context, transfer, decided);
    await recordSteps(context, transfer_id, [
      ...undone_items.map(({ item, decision }) => ({
        kind: decision.outcome === "left" ? ("left" as const) : ("restored" as const),
        item_id: item.id,
        warehouse_id: decision.outcome === "restored" ? decision.warehouse_id : null,
        detail: decision.outcome === "left" ? decision.why : null,
      })),
      { kind: "rolled_back", detail: reason?.trim() || null },
    ]);
    await saveTransfer(context, transfer, { state: "ROLLED_BACK" });
    const getIds = (outcome: UndoneItem["decision"]["outcome"]) =>
      undone_items.filter(({ decision }) => decision.outcome === outcome).map(({ parcel }) => parcel.id);
    emit({
      subject: { type: "transfer", id: transfer_id },
      kind: "transfer.rolled_back",
      payload: {
        ...describeTransfer(transfer),
        restored_parcel_ids: getIds("restored"),
        left_parcel_ids: getIds("left"),
      },
    });
    const after = await getVisibleTransfer(context, transfer_id);
    const described_items = await describeItems(context, undone_items);
    return {
      result: true,
      restored: getIds("restored").length,
      left: getIds("left").length,
      items: described_items,
      version: after.version,
      transfer: after,
    };
  },
});

async function lockForRollback(context: Context<"wrong_state" | "already_rolled_back">, transfer_id: number) {
  const { db, business_id, refuse } = context;
  const row = await db.row<{ state: Parameters<typeof isAllowed>[0] }>(
    "select state from warehouse_transfer where business_id = $1 and id = $2 for update",
    [business_id, transfer_id],
  );
  if (row?.state === "ROLLED_BACK")
    throw refuse("already_rolled_back", { message: messages.already_rolled_back });
  return getLockedTransfer(context, transfer_id, "roll_back");
}

/** What has moved on first. */
async function describeItems(
  context: Context<never>,
  undone_items: readonly UndoneItem[],
): Promise<RollbackItem[]> {
  const { db, business_id } = context;
  const bin_ids = undone_items.flatMap(({ bin_id }) => bin_id ?? []);
  const [warehouses, bins, statuses] = await Promise.all([
    loadWarehouses(
      context,
      undone_items.flatMap(({ decision }) =>
        decision.outcome === "restored" ? [decision.warehouse_id] : [],
      ),
    ),
    db.rows<{ id: number; code: string }>(
      "select id, code from warehouse_bin where business_id = $1 and id = any($2::bigint[])",
      [business_id, bin_ids],
    ),
    db.rows<{ id: number; status: string }>(
      "select id, status from delivery_order where business_id = $1 and id = any($2::bigint[])",
      [business_id, undone_items.map(({ parcel }) => parcel.order_id)],
    ),
  ]);
  const codes = new Map(bins.map(({ id, code }) => [id, code]));
  const status_of = new Map(statuses.map(({ id, status }) => [id, status]));
  return undone_items
    .map(({ parcel, decision, bin_id }): RollbackItem => {
      const warehouse = decision.outcome === "restored" ? warehouses.get(decision.warehouse_id) : undefined;
      return {
        parcel_id: parcel.id,
        tracking_number: parcel.tracking_number,
        outcome: decision.outcome,
        why_left: decision.outcome === "left" ? decision.why : null,
        warehouse:
          warehouse === undefined ? null : { id: warehouse.id, code: warehouse.code, name: warehouse.name },
        bin_code: codes.get(bin_id ?? 0) ?? null,
        order_status: status_of.get(parcel.order_id) ?? parcel.order_status,
      };
    })
    .sort((one, other) => Number(one.outcome !== "left") - Number(other.outcome !== "left"));
}
