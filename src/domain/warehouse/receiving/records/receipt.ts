/** Receipts: what one is, how it is found at the warehouses where the caller works, stored and changed. */
import { listReach } from "#domain/warehouse/warehouses/public.ts";
import type { Context } from "#operation/define/context.ts";
import { defineGet } from "#operation/define/get.ts";
import { defineRecord, type NewRow, type Row } from "#operation/define/record.ts";
import { messages } from "../messages.ts";
import { getNextStatus, type ReceiptStatus } from "../rules.ts";
import type { Receipt } from "../shapes.ts";

export interface ReceiptRow extends Row<"receipt"> {
  status: ReceiptStatus;
}

export const ReceiptRecord = defineRecord<"receipt", ReceiptRow>("receipt");

type Reader = Pick<Context<never>, "db" | "business_id" | "actor">;

export const RECEIPTS = `select r.id, r.code, r.ref, r.warehouse_id, w.code as warehouse_code, r.customer_id, c.name as customer_name,
    r.is_announced, r.expected_date, r.carrier, r.note, r.status, l.lines, l.expected_qty, l.received_qty, l.damaged_qty, l.short,
    l.over, r.created_at, r.started_at, r.ended_at, r.version
  from receipt r
  join warehouse w on w.business_id = r.business_id and w.id = r.warehouse_id
  left join customer c on c.business_id = r.business_id and c.id = r.customer_id
  cross join lateral (
    select count(*)::int as lines, coalesce(sum(expected_qty), 0)::bigint as expected_qty,
       coalesce(sum(received_qty), 0)::bigint as received_qty, coalesce(sum(damaged_qty), 0)::bigint as damaged_qty,
       case when r.is_announced then coalesce(sum(greatest(expected_qty - received_qty, 0)), 0) else 0 end::bigint as short,
       case when r.is_announced then coalesce(sum(greatest(received_qty - expected_qty, 0)), 0) else 0 end::bigint as over
      from receipt_line l where l.business_id = r.business_id and l.receipt_id = r.id) l`;

function findReceipt(context: Reader, id: number): Promise<Receipt | undefined> {
  const { db, business_id } = context;
  return db.row<Receipt>(
    `${RECEIPTS} where r.business_id = $1 and ($2::bigint[] is null or r.warehouse_id = any($2)) and r.id = $3`,
    [business_id, listReach(context), id],
  );
}

export const getVisibleReceipt = defineGet(findReceipt, messages.unknown_receipt);

/** The receipt, locked: every decision about it, its lines and its scans waits for this lock. */
export async function getLockedReceipt(
  context: Context<"wrong_status">,
  id: number,
  trigger: Parameters<typeof getNextStatus>[1],
): Promise<{ receipt: ReceiptRow; status: ReceiptRow["status"] }> {
  const { db, business_id, refuse } = context;
  const receipt = await db.row<ReceiptRow>(
    `select * from receipt where business_id = $1 and id = $2 and ($3::bigint[] is null or warehouse_id = any($3)) for update`,
    [business_id, id, listReach(context)],
  );
  if (receipt === undefined) throw refuse("not_found", { message: messages.unknown_receipt });
  const status = getNextStatus(receipt.status, trigger);
  if (status === null)
    throw refuse("wrong_status", {
      message: messages.wrong_status,
      values: { status: receipt.status.replaceAll("_", " ") },
      extra: { status: receipt.status },
    });
  return { receipt, status };
}

/** RC and at least eight digits: `lpad` alone would cut longer numbers. */
const NEXT_CODE = `(select 'RC' || lpad(n::text, greatest(8, length(n::text)), '0') from nextval('receipt_code_seq') as n)`;

type NewReceipt = Required<
  Pick<
    NewRow<"receipt", ReceiptRow>,
    "warehouse_id" | "ref" | "customer_id" | "is_announced" | "expected_date" | "carrier" | "note"
  >
>;

/** Without a code it takes the next one, in the same statement. Undefined where its code is taken. */
export function insertReceipt(
  { db, business_id, actor, now }: Context<never>,
  code: string | null,
  receipt: NewReceipt,
): Promise<Pick<ReceiptRow, "id" | "code"> | undefined> {
  const { warehouse_id, ref, customer_id, is_announced, expected_date, carrier, note } = receipt;
  return db.row<Pick<ReceiptRow, "id" | "code">>(
    `insert into receipt (business_id, warehouse_id, code, ref, customer_id, is_announced, expected_date, carrier, note, status,
       created_by, created_at)
     values ($1, $2, coalesce($3, ${NEXT_CODE}), $4, $5, $6, $7, $8, $9, 'expected', $10, $11)
     on conflict (business_id, code) do nothing returning id, code`,
    [
      business_id,
      warehouse_id,
      code,
      ref,
      customer_id,
      is_announced,
      expected_date,
      carrier,
      note,
      actor.account_id,
      now,
    ],
  );
}

/** The next version of a locked receipt, with its next status. */
export async function saveReceipt(
  context: Context<never>,
  receipt: ReceiptRow,
  status: ReceiptStatus = receipt.status,
): Promise<void> {
  const now = context.now.toISOString();
  const starts = status === "receiving" || status === "closed" || status === "rolled_back";
  const ends = status === "closed" || status === "cancelled" || status === "rolled_back";
  await ReceiptRecord.change(context, receipt, {
    status,
    started_at: receipt.started_at ?? (starts ? now : null),
    ended_at: ends ? now : null,
    ended_by: ends ? context.actor.account_id : null,
  });
}
