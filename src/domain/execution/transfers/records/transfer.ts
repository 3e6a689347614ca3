/** Transfers that lead from or to a warehouse where the caller works: what one is, how it is locked, stored and shown. */
import { listReach } from "#domain/warehouse/warehouses/public.ts";
import { selectPerson } from "#operation/caller/people.ts";
import type { Context } from "#operation/define/context.ts";
import { defineGet } from "#operation/define/get.ts";
import { type Changes, defineRecord, type NewRow, type Row } from "#operation/define/record.ts";
import { messages } from "../messages.ts";
import { isAllowed, type REASONS, type TransferState } from "../rules.ts";
import type { Transfer } from "../shapes.ts";
import { loadItems, warehouse } from "./transfer-item.ts";

export interface TransferRow extends Row<"warehouse_transfer"> {
  reason: (typeof REASONS)[number];
  state: TransferState;
}

const TransferRecord = defineRecord<"warehouse_transfer", TransferRow>("warehouse_transfer");

export type Reader = Pick<Context<never>, "db" | "business_id" | "actor">;

/** A transfer `t` from or to one of the warehouses of the parameter, or any where that is null. */
export const isReached = (warehouses: "$2" | "$reach") =>
  `(${warehouses}::bigint[] is null or t.from_warehouse_id = any(${warehouses}) or t.to_warehouse_id = any(${warehouses}))`;

const REACHED = `t.business_id = $1 and ${isReached("$2")}`;

/** `$1` is the business. */
export const TRANSFERS = `select t.id, t.code, ${warehouse("f")} as from_warehouse, ${warehouse("w")} as to_warehouse, t.reason, t.state,
    case when v.id is not null then jsonb_build_object('id', v.id, 'plate', v.plate) end as vehicle, t.note, n.counts,
    ${selectPerson("t.created_by")} as created_by, t.created_at, t.departed_at, t.ended_at, t.version
  from warehouse_transfer t
  join warehouse f on f.business_id = $1 and f.id = t.from_warehouse_id
  join warehouse w on w.business_id = $1 and w.id = t.to_warehouse_id
  left join vehicle v on v.business_id = $1 and v.id = t.vehicle_id
  cross join lateral (
    select jsonb_build_object(${["listed", "out", "in", "short", "over", "rolled_back"]
      .map((state) => `'${state}', count(*) filter (where i.state = '${state}')`)
      .join(", ")}) as counts
      from transfer_item i where i.business_id = $1 and i.transfer_id = t.id) n`;

function findTransfer(context: Reader, id: number): Promise<Transfer | undefined> {
  return context.db.row<Transfer>(`${TRANSFERS} where ${REACHED} and t.id = $3`, [
    context.business_id,
    listReach(context),
    id,
  ]);
}

export const getVisibleTransfer = defineGet(findTransfer, messages.unknown_transfer);

export async function answerTransfer(context: Reader, transfer_id: number) {
  const transfer = await getVisibleTransfer(context, transfer_id);
  const items = await loadItems(context, transfer_id);
  return { result: true, transfer_id, version: transfer.version, transfer, items };
}

/** The caller's transfer, in a state that allows the command. Orders are locked before it. */
export async function getLockedTransfer(
  context: Context<"wrong_state">,
  id: number,
  command: Parameters<typeof isAllowed>[1],
): Promise<TransferRow> {
  const { db, business_id, refuse } = context;
  const row = await db.row<TransferRow>(
    `select t.* from warehouse_transfer t where ${REACHED} and t.id = $3 for update`,
    [business_id, listReach(context), id],
  );
  if (row === undefined) throw refuse("not_found", { message: messages.unknown_transfer });
  if (!isAllowed(row.state, command))
    throw refuse("wrong_state", {
      message: messages.wrong_state,
      values: { state: row.state },
      extra: { state: row.state },
    });
  return row;
}

type NewTransfer = Required<
  Pick<
    NewRow<"warehouse_transfer", TransferRow>,
    "from_warehouse_id" | "to_warehouse_id" | "reason" | "vehicle_id" | "note"
  >
>;

/** A draft. Its code has its id, so both come from one statement. */
export async function insertTransfer(
  { db, business_id, actor, now }: Context<never>,
  { from_warehouse_id, to_warehouse_id, reason, vehicle_id, note }: NewTransfer,
): Promise<TransferRow> {
  const transfer = await db.row<TransferRow>(
    `with next as (select nextval(pg_get_serial_sequence('warehouse_transfer', 'id')) as id)
     insert into warehouse_transfer (id, business_id, code, from_warehouse_id, to_warehouse_id, reason, state, vehicle_id, note,
       created_by, created_at)
     overriding system value
     select id, $1, 'TR' || lpad(id::text, greatest(6, length(id::text)), '0'), $2, $3, $4, 'DRAFT', $5, $6, $7, $8 from next
     returning *`,
    [business_id, from_warehouse_id, to_warehouse_id, reason, vehicle_id, note, actor.account_id, now],
  );
  if (transfer === undefined) throw new Error("A transfer that was inserted has no row.");
  return transfer;
}

const ENDED: readonly TransferState[] = ["CLOSED", "CANCELLED", "ROLLED_BACK"];

/** Counts up the version. What arrives after it was closed does not end it again. */
export function saveTransfer(
  context: Context<never>,
  transfer: TransferRow,
  change: Changes<"warehouse_transfer", TransferRow> = {},
): Promise<TransferRow> {
  const ends = transfer.ended_at === null && change.state !== undefined && ENDED.includes(change.state);
  return TransferRecord.change(context, transfer, {
    ...change,
    ...(ends ? { ended_at: context.now.toISOString() } : {}),
  });
}

export const describeTransfer = (transfer: TransferRow) => ({
  code: transfer.code,
  from_warehouse_id: transfer.from_warehouse_id,
  to_warehouse_id: transfer.to_warehouse_id,
});
