/**
 * Each (device, sequence number) of a driver runs once, and its outcome is stored.
 *
 * The row is inserted before the command runs, so that a concurrent duplicate waits for it and then reads its outcome.
 * The refusal of a single request rolls the row back: the number may be sent again. In a batch the refusal is the
 * outcome, because the phone has moved on.
 */
import { createHash } from "node:crypto";
import { Refusal, type SentDetail } from "#operation/define/refusal.ts";
import { canonicalJson } from "#operation/records/events.ts";
import { plainMessage } from "#operation/response/messages.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { messages } from "./messages.ts";
import { requireDriverId } from "./own-routes.ts";
import { commitsRecords, type DriverContext, type DriverRefusal } from "./refusals.ts";
import { computeMoment, type Moment } from "./rules.ts";
import type { CommandFacts } from "./shapes.ts";

export interface Refused {
  error_code: string;
  message: string;
  errors?: SentDetail[] | undefined;
  status: number;
}

interface Outcome {
  /** Hash of the command type and its body. */
  body_hash: string;
  code?: string;
  answer?: object;
  refused?: Refused;
}

export interface DeviceSequence {
  device_id: string;
  seq: number;
}

const CLAIM = `insert into device_command (business_id, driver_id, device_id, device_seq, command, occurred_at, received_at,
    clock_skewed, outcome) values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`;

const READ = `select outcome from device_command
  where business_id = $1 and driver_id = $2 and device_id = $3 and device_seq = $4`;

const STORE = `update device_command set outcome = $5, clock_skewed = $6
  where business_id = $1 and driver_id = $2 and device_id = $3 and device_seq = $4`;

export function hashCommand(type: string, body: object): string {
  return createHash("sha256")
    .update(`${type}\n${canonicalJson(body)}`)
    .digest("hex");
}

/** Claim a number of the phone's sequence. Returns the stored outcome if the number is used, undefined if it is new. */
export async function claimSequenceNumber(
  context: DriverContext,
  { device_id, seq }: DeviceSequence,
  type: string,
  body_hash: string,
  moment: Moment,
): Promise<Outcome | undefined> {
  const { db, business_id, now } = context;
  const driver_id = requireDriverId(context);
  const claimed = await db.execute(CLAIM, [
    business_id,
    driver_id,
    device_id,
    seq,
    type,
    moment.device_at ?? moment.at,
    now,
    moment.skewed,
    JSON.stringify({ body_hash } satisfies Outcome),
  ]);
  if (claimed === 1) return undefined;
  const row = await db.row<{ outcome: Outcome }>(READ, [business_id, driver_id, device_id, seq]);
  if (row === undefined) throw new Error("A taken place in a device's sequence has no row.");
  if (row.outcome.body_hash !== body_hash)
    throw context.refuse("sequence_reused", { message: messages.sequence_reused });
  return row.outcome;
}

export async function storeOutcome(
  context: DriverContext,
  { device_id, seq }: DeviceSequence,
  outcome: Outcome,
  skewed: boolean,
): Promise<void> {
  const { db, business_id } = context;
  await db.execute(STORE, [
    business_id,
    requireDriverId(context),
    device_id,
    seq,
    JSON.stringify(outcome),
    skewed,
  ]);
}

/** The number of a refused single request may be used again, also if the refusal commits records; and that of a batch item that waits for proofs. */
export async function releaseSequenceNumber(
  context: DriverContext,
  { device_id, seq }: DeviceSequence,
): Promise<void> {
  const { db, business_id } = context;
  await db.execute(
    "delete from device_command where business_id = $1 and driver_id = $2 and device_id = $3 and device_seq = $4",
    [business_id, requireDriverId(context), device_id, seq],
  );
}

/** A refusal that commits records is returned, so that the transaction commits; others are thrown. */
async function captureRefusal<Answer>(work: Promise<Answer>): Promise<Answer | Refusal> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refusal && commitsRecords(error)) return error;
    throw error;
  }
}

/** Idempotency key: the same for the same command of the same phone, sent alone or in a batch. */
function buildCommandKey({ device_id, seq }: DeviceSequence, body_hash: string): string {
  return createHash("sha256").update(`${body_hash}\n${seq}\n${device_id}`).digest("hex");
}

export function toRefused(refusal: Refusal): Refused {
  const { error_code, message, errors, status } = refusal;
  return { error_code, message, status, ...(errors === undefined ? {} : { errors }) };
}

export function wasSkewed(answer: object): boolean {
  return (answer as { clock_skewed?: boolean }).clock_skewed === true;
}

/**
 * Run a command, once for its number in the phone's sequence. The item of a batch is run as it is: `sync` has claimed its
 * number, and stores its refusal too.
 */
export async function runOnce<Answer extends object>(
  context: DriverContext,
  type: string,
  input: CommandFacts,
  run: (moment: Moment) => Promise<Answer>,
): Promise<Answer | Refusal> {
  const { now, queued } = context;
  const { device_id, seq, occurred_at, ...body } = input;
  const moment = computeMoment(now, occurred_at, { queued: queued !== null, sent_at: queued?.sent_at });
  if ((device_id === undefined) !== (seq === undefined)) {
    throw context.refuse("invalid_request", {
      message: messages.device_and_seq,
      errors: [{ field: device_id === undefined ? "device_id" : "seq", message: fields.required }],
    });
  }
  if (device_id === undefined || seq === undefined) return captureRefusal(run(moment));
  const place = { device_id, seq };
  const body_hash = hashCommand(type, { ...body, occurred_at });
  const work = () => captureRefusal(run({ ...moment, command_key: buildCommandKey(place, body_hash) }));
  if (queued !== null) return work();
  const before = await claimSequenceNumber(context, place, type, body_hash, moment);
  if (before?.answer !== undefined) return before.answer as Answer;
  if (before?.refused !== undefined) throw rebuildRefusal(context, before.refused, before.code);
  const answer = await work();
  if (answer instanceof Refusal) {
    await releaseSequenceNumber(context, place);
    return answer;
  }
  await storeOutcome(context, place, { body_hash, answer }, wasSkewed(answer));
  return answer;
}

/** Refuse a command sent alone with the refusal that it got in a batch. */
function rebuildRefusal(
  context: DriverContext,
  { message, errors }: Refused,
  code = "invalid_request",
): Refusal {
  return context.refuse(code as DriverRefusal, {
    message: plainMessage({ en: message }, "stored"),
    errors: errors?.map((detail) => ({ ...detail, message: plainMessage({ en: detail.message }, "stored") })),
  });
}
