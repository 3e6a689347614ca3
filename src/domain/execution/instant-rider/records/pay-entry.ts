/** Pay of riders: entries of ended jobs. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import { computePay, isEnded, type PayKind } from "../rules.ts";
import type { JobRow } from "./job.ts";

export interface PayEntryRow extends Row<"instant_pay_entry"> {
  kind: PayKind;
}

const PayEntryRecord = defineRecord<"instant_pay_entry", PayEntryRow>("instant_pay_entry");

type Writer = Pick<Context, "db" | "business_id" | "now">;

export function loadPay(
  { db, business_id }: Pick<Writer, "db" | "business_id">,
  job_ids: readonly number[],
): Promise<PayEntryRow[]> {
  return db.rows<PayEntryRow>(
    "select * from instant_pay_entry where business_id = $1 and job_id = any($2::bigint[]) order by id",
    [business_id, [...job_ids]],
  );
}

/** Entries of an ended job, once for each kind. */
export async function payRider({ db, business_id, now }: Writer, job: JobRow): Promise<void> {
  if (job.driver_id === null || job.rates === null || !isEnded(job.state)) return;
  const lines = computePay(job, job.rates);
  await db.execute(
    `insert into instant_pay_entry (business_id, job_id, driver_id, kind, quantity, amount_minor, currency, at)
     select $1, $2, $3, p.kind, p.quantity, p.amount_minor, $4, $5
       from json_to_recordset($6::json) as p(kind text, quantity int, amount_minor bigint)
     on conflict do nothing`,
    [business_id, job.id, job.driver_id, job.currency, now, JSON.stringify(lines)],
  );
}

/** A tip that was added after the job was paid. */
export async function payTip(
  context: Writer,
  { id, driver_id, currency }: JobRow,
  amount_minor: number,
): Promise<void> {
  if (driver_id === null) throw new Error("A completed job has its rider.");
  await PayEntryRecord.insert(context, {
    job_id: id,
    driver_id,
    kind: "tip",
    amount_minor,
    currency,
    at: context.now.toISOString(),
  });
}
