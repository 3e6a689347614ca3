/**
 * Operations of devices: stored as they come, applied in the order in which they happened.
 *
 * Whatever is behind a gap waits in the log until the gap is filled, reported lost, or given up after a quarter of an hour.
 * The device is locked throughout, so that pushes at once are received one after the other.
 */
import {
  type LostRange,
  type Operation,
  type OperationsPush,
  type Range,
  readOperation,
} from "#locker-protocol/messages.ts";
import type { Context } from "#operation/define/context.ts";
import { endCommand } from "./commands.ts";
import { CommandRecord, queueCommand } from "./records/command.ts";
import { type DeviceRow, storeProgress } from "./records/device.ts";
import {
  findWaitingOperations,
  GAP_GIVEN_UP,
  GAP_WAIT_MS,
  type NewOperation,
  type OperationRow,
  recordOperation,
  recordOperations,
} from "./records/operation.ts";
import {
  computeOccurredAt,
  type DecideGap,
  findChangedOperation,
  findLostPart,
  type GivenUp,
  planOperations,
} from "./rules.ts";
import { compartmentsRequested, deviceGapGivenUp, deviceOperationApplied } from "./topics.ts";

/** Operations that are applied together. */
const PAGE = 1000;

export interface Received {
  device: DeviceRow;
  missing: Range[];
  received_to: number;
}

/**
 * Stores the operations of a push that are new, and applies what can be applied. The number of an operation that was told
 * differently before is returned instead: nothing of that push is stored, and the attempt is.
 */
export async function receiveOperations(
  context: Context<never>,
  device: DeviceRow,
  { epoch, operations, lost = [], head }: OperationsPush,
): Promise<Received | { changed_seq: number }> {
  const { db, business_id } = context;
  const stored_rows = await db.rows<{ seq: number; sent: Operation }>(
    `select seq, sent from locker_operation
      where business_id = $1 and device_id = $2 and epoch = $3 and seq = any($4::bigint[])`,
    [business_id, device.id, epoch, operations.map(({ seq }) => seq)],
  );
  const earlier_operations = new Map(stored_rows.map(({ seq, sent }) => [seq, sent]));
  const changed = findChangedOperation(operations, earlier_operations);
  if (changed !== undefined) {
    await recordTampering(context, device, "changed_operation", { epoch, seq: changed.seq });
    return { changed_seq: changed.seq };
  }
  const unique = new Map(operations.map((operation) => [operation.seq, operation]));
  const news = [...unique.values()]
    .filter(({ seq }) => !earlier_operations.has(seq))
    .sort((one, other) => one.seq - other.seq);
  await recordOperations(context, device.id, await buildRows(context, device, news));
  const received = await applyOperations(context, device, lost, ({ from, to }) => {
    const part = findLostPart({ from, to }, lost);
    return part === null ? null : { ...part, why: "lost" };
  });
  const last_seq = Math.max(0, ...unique.keys());
  if (head !== undefined && received.device.applied_seq === last_seq) {
    const reported_head = Buffer.from(head, "hex");
    const own_head = received.device.reported_head;
    if (own_head !== null && !own_head.equals(reported_head))
      await recordTampering(context, device, "chain", { epoch, seq: last_seq });
    received.device = { ...received.device, reported_head };
  }
  await storeProgress(context, received.device);
  if (received.missing.length > 0) await askAgain(context, received);
  return received;
}

/** Rows of the log of what a device sent. */
async function buildRows(
  context: Context<never>,
  { id, epoch, applied_seq }: DeviceRow,
  operations: readonly Operation[],
): Promise<NewOperation[]> {
  const { db, business_id, now } = context;
  const compartments = operations.some(({ compartment }) => compartment !== undefined)
    ? await findCompartments(context, id)
    : new Map<string, number>();
  const nonces = operations.flatMap((operation) => findNonce(operation) ?? []);
  const commands =
    nonces.length === 0
      ? []
      : await db.rows<{ id: number; nonce: string }>(
          "select id, nonce from locker_command where business_id = $1 and device_id = $2 and nonce = any($3::uuid[])",
          [business_id, id, nonces],
        );
  const command_ids = new Map(commands.map((command) => [command.nonce, command.id]));
  return operations.map((operation) => ({
    epoch,
    seq: operation.seq,
    sent: operation,
    action: operation.action,
    result: operation.result,
    actor_type: operation.actor ?? "device",
    compartment_id: compartments.get(operation.compartment ?? "") ?? null,
    command_id: command_ids.get(findNonce(operation) ?? "") ?? null,
    details: {
      ...operation.details,
      ...(operation.time_uncertain ? { time_uncertain: true } : {}),
      // Behind a gap that was given up: it changes nothing any more.
      ...(operation.seq <= applied_seq ? { too_late: true } : {}),
    },
    occurred_at: computeOccurredAt(operation, now).toISOString(),
  }));
}

function findNonce(operation: Operation): string | undefined {
  const details = readOperation(operation)?.details;
  return details !== undefined && "nonce" in details ? details.nonce?.toLowerCase() : undefined;
}

/** Ids of the compartments of a device by what is written on their doors. */
export async function findCompartments(
  { publish }: Pick<Context, "publish">,
  device_id: number,
): Promise<Map<string, number>> {
  const compartments = (await publish(compartmentsRequested, { device_ids: [device_id] })).flat();
  return new Map(compartments.map(({ id, code }) => [code, id]));
}

/** Applies what waits (`planOperations`). Stores nothing of the device: `storeProgress` does. */
export async function applyOperations(
  context: Context<never>,
  device: DeviceRow,
  lost: readonly LostRange[],
  decide: DecideGap<OperationRow>,
): Promise<Received> {
  let current = device;
  while (true) {
    const waiting = await findWaitingOperations(context, current, PAGE);
    const { applied_seq, reported_head } = current;
    const progress = { applied_seq, head: reported_head?.toString("hex") ?? null };
    const is_all = waiting.length < PAGE;
    const { steps, applied_count, missing, received_to } = planOperations(
      progress,
      { waiting, is_all },
      lost,
      decide,
    );
    for (const step of steps) {
      const { applied_seq, head } = step.progress;
      current = { ...current, applied_seq, reported_head: head === null ? null : Buffer.from(head, "hex") };
      if (step.kind === "apply") current = await publishApplied(context, current, step.rows);
      else await giveUpGap(context, current, step.range, step.why);
    }
    if (!is_all && applied_count === PAGE) continue;
    return { device: current, missing, received_to };
  }
}

/** Before a locked device begins a new epoch: what waits takes effect, and what is missing will not come. */
export async function closeEpoch(context: Context<never>, device: DeviceRow): Promise<void> {
  await applyOperations(context, device, [], ({ to }) => ({ to, why: "new_epoch" }));
}

async function publishApplied(
  context: Context<never>,
  device: DeviceRow,
  operations: readonly OperationRow[],
): Promise<DeviceRow> {
  let { firmware, battery_percent } = device;
  for (const { sent } of operations) {
    const operation = readOperation(sent!);
    if (operation?.action === "booted") firmware = operation.details.firmware;
    if (operation?.action === "firmware_updated") firmware = operation.details.to;
    if (operation?.action === "battery") battery_percent = operation.details.percent;
    if (operation?.action === "tampered") emitTampered(context, device.id, operation.details.what);
  }
  const changed = { ...device, firmware, battery_percent };
  await context.publish(deviceOperationApplied, { device: changed, operations });
  for (const { action, command_id } of operations)
    if (action === "door_opened" && command_id !== null) await endByDoor(context, changed, command_id);
  return changed;
}

/** The door tells as well as the answer to its command, which may come later or not at all. */
async function endByDoor(context: Context<never>, device: DeviceRow, command_id: number): Promise<void> {
  const command = await CommandRecord.lock(context, command_id);
  if (command?.kind === "open" && command.result === null)
    await endCommand(context, device, command, {
      status: "DONE",
      outcome: "done",
      result: { status: "done", by: "door_opened" },
    });
}

async function giveUpGap(
  context: Context<never>,
  device: DeviceRow,
  { from, to }: Range,
  why: GivenUp["why"],
): Promise<void> {
  const { epoch } = device;
  await recordOperation(context, device.id, {
    action: "gap",
    actor_type: "service",
    result: "unknown",
    details: { epoch, from, to, why },
  });
  await context.publish(deviceGapGivenUp, { device, epoch, from, to });
}

/** What is missing is asked for once more, by a command, and given up at its time. */
async function askAgain(context: Context<never>, { device, missing }: Received): Promise<void> {
  const { db, business_id, now, due } = context;
  const [behind] = await findWaitingOperations(context, device, 1);
  const stored_at = behind === undefined ? now.getTime() : Date.parse(behind.recorded_at);
  const given_up_at = new Date(stored_at + GAP_WAIT_MS);
  due.set(GAP_GIVEN_UP, device.id, given_up_at);
  const open_request = await db.row(
    `select id from locker_command where business_id = $1 and device_id = $2 and kind = 'resend'
        and status in ('QUEUED', 'SENT', 'ACKED')`,
    [business_id, device.id],
  );
  if (open_request === undefined && given_up_at > now)
    await queueCommand(context, device.id, {
      kind: "resend",
      body: { ranges: missing },
      expires_at: given_up_at,
    });
}

/** An hour: a device that repeats what was refused would fill the log with one entry for each attempt. */
const REPEATED_MS = 3_600_000;

async function recordTampering(
  context: Context<never>,
  device: DeviceRow,
  what: "changed_operation" | "chain",
  details: { epoch: number; seq: number },
): Promise<void> {
  const { db, business_id, now } = context;
  const repeated = await db.row(
    `select id from locker_operation where business_id = $1 and device_id = $2 and occurred_at > $3
        and action = 'tampered' and seq is null and details @> $4`,
    [business_id, device.id, new Date(now.getTime() - REPEATED_MS), JSON.stringify({ what, ...details })],
  );
  if (repeated !== undefined) return;
  await recordOperation(context, device.id, {
    action: "tampered",
    actor_type: "service",
    result: "unknown",
    details: { what, ...details },
  });
  emitTampered(context, device.id, what);
}

function emitTampered({ emit }: Pick<Context, "emit">, device_id: number, what: string): void {
  emit({ subject: { type: "locker_device", id: device_id }, kind: "device.tampered", payload: { what } });
}
