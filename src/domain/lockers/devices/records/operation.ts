/**
 * The log of operations: what devices tell, and what people and the service do at them. Rows are never changed.
 *
 * Each row has the hash of the one before it of the same device, in the order in which they were stored, and the device has
 * the hash of the last: a row that was changed, removed or inserted by hand breaks the chain.
 */
import assert from "node:assert";
import { hash } from "node:crypto";
import type { Operation } from "#locker-protocol/messages.ts";
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type NewRow, type Row } from "#operation/define/record.ts";
import { canonicalJson } from "#operation/records/events.ts";

export const ACTOR_TYPES = [
  "device",
  "courier",
  "recipient",
  "customer",
  "operator",
  "service",
  "unknown",
] as const;
type ActorType = (typeof ACTOR_TYPES)[number];

export const OPERATION_RESULTS = ["ok", "failed", "unknown"] as const;
type OperationResult = (typeof OPERATION_RESULTS)[number];

/** How long a gap is waited for, from when the first operation behind it was stored. */
export const GAP_WAIT_MS = 15 * 60_000;

/** Becomes due when a gap in the operations of a device is given up. */
export const GAP_GIVEN_UP = "devices.gap";

export interface OperationRow extends Row<"locker_operation"> {
  actor_type: ActorType;
  result: OperationResult;
  details: Record<string, unknown>;
  /** As the device sent it; null for what people and the service do. */
  sent: Operation | null;
}

const OperationRecord = defineRecord<"locker_operation", OperationRow>("locker_operation");

type Facts = Omit<
  NewRow<"locker_operation", OperationRow>,
  "device_id" | "recorded_at" | "hash" | "previous_hash"
>;

/** `occurred_at` is the time of the call when absent. */
export type NewOperation = Omit<Facts, "occurred_at"> & { occurred_at?: string };

/** What the hash of a row covers, with the hash of the row before it. */
const CHAINED = [
  "device_id",
  "epoch",
  "seq",
  "compartment_id",
  "reservation_id",
  "command_id",
  "actor_type",
  "account_id",
  "action",
  "result",
  "details",
  "sent",
  "file_id",
  "occurred_at",
  "recorded_at",
] as const satisfies (keyof OperationRow)[];

type Chained = Pick<OperationRow, (typeof CHAINED)[number]>;

function hashOperation(previous_hash: Buffer | null, operation: Chained): Buffer {
  const content = Object.fromEntries(CHAINED.map((member) => [member, operation[member] ?? null]));
  return hash("sha256", `${previous_hash?.toString("hex") ?? ""}\n${canonicalJson(content)}`, "buffer");
}

type Writer = Pick<Context, "db" | "business_id" | "now">;

/** Appends operations to the chain of a device, in this order. Locks the device. */
export async function recordOperations(
  context: Writer,
  device_id: number,
  operations: readonly NewOperation[],
): Promise<OperationRow[]> {
  if (operations.length === 0) return [];
  const { db, business_id, now } = context;
  const device = await db.row<{ chain_head: Buffer | null }>(
    "select chain_head from locker_device where business_id = $1 and id = $2 for update",
    [business_id, device_id],
  );
  assert(device !== undefined, `There is no device ${device_id}.`);
  let head = device.chain_head;
  const rows = operations.map((operation) => {
    const chained: Chained = {
      device_id,
      epoch: null,
      seq: null,
      compartment_id: null,
      reservation_id: null,
      command_id: null,
      account_id: null,
      details: {},
      sent: null,
      file_id: null,
      ...operation,
      occurred_at: new Date(operation.occurred_at ?? now).toISOString(),
      recorded_at: now.toISOString(),
    };
    const previous_hash = head;
    head = hashOperation(previous_hash, chained);
    return { ...chained, previous_hash: toBytea(previous_hash), hash: toBytea(head) };
  });
  const stored_rows = await OperationRecord.insertMany(context, rows);
  await db.execute("update locker_device set chain_head = $3 where business_id = $1 and id = $2", [
    business_id,
    device_id,
    head,
  ]);
  return stored_rows.sort((one, other) => one.id - other.id);
}

/** Appends one operation to the chain of a device. Locks the device. */
export async function recordOperation(
  context: Writer,
  device_id: number,
  operation: NewOperation,
): Promise<OperationRow> {
  const [stored_row] = await recordOperations(context, device_id, [operation]);
  assert(stored_row !== undefined, "An operation that was recorded is not there.");
  return stored_row;
}

/** Bytes as PostgreSQL reads them from JSON, in which rows are sent. */
const toBytea = <Bytes extends Buffer | null>(bytes: Bytes): Bytes =>
  (bytes === null ? null : `\\x${bytes.toString("hex")}`) as Bytes;

/** Operations of this epoch that are stored and not applied, in their order. */
export const findWaitingOperations = (
  { db, business_id }: Pick<Context, "db" | "business_id">,
  { id, epoch, applied_seq }: { id: number; epoch: number; applied_seq: number },
  limit: number,
): Promise<OperationRow[]> =>
  db.rows<OperationRow>(
    `select * from locker_operation where business_id = $1 and device_id = $2 and epoch = $3 and seq > $4
      order by seq limit $5`,
    [business_id, id, epoch, applied_seq, limit],
  );

export const CHAIN_FAULTS = ["changed", "not_linked", "cut_off"] as const;

interface ChainFault {
  /** Null where the last entries are gone. */
  operation_id: number | null;
  why: (typeof CHAIN_FAULTS)[number];
}

/** Rows that are read at a time. */
const PAGE = 2000;

/** Computes the chain of a device again: how many entries it has, and the first that does not fit. */
export async function verifyChain(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  { id: device_id, chain_head }: { id: number; chain_head: Buffer | null },
): Promise<{ operations: number; fault: ChainFault | null }> {
  let [operations, last_id] = [0, 0];
  let head: Buffer | null = null;
  // Entries that are added meanwhile follow the head that was read.
  let has_passed_head = chain_head === null;
  while (true) {
    const page: OperationRow[] = await db.rows<OperationRow>(
      "select * from locker_operation where business_id = $1 and device_id = $2 and id > $3 order by id limit $4",
      [business_id, device_id, last_id, PAGE],
    );
    for (const row of page) {
      if (!isSame(row.previous_hash, head))
        return { operations, fault: { operation_id: row.id, why: "not_linked" } };
      head = hashOperation(head, row);
      if (!isSame(row.hash, head)) return { operations, fault: { operation_id: row.id, why: "changed" } };
      has_passed_head ||= isSame(head, chain_head);
      operations += 1;
      last_id = row.id;
    }
    if (page.length < PAGE)
      return { operations, fault: has_passed_head ? null : { operation_id: null, why: "cut_off" } };
  }
}

const isSame = (one: Buffer | null, other: Buffer | null): boolean =>
  one === null || other === null ? one === other : one.equals(other);
