/**
 * Each (device, sequence number) of a driver counts once and keeps its outcome.
 *
 * The row is claimed before the command runs, so that a twin waits for it and then reads what came of it. A
 * refusal of a single request rolls its claim back: the same number may be sent again. In a batch the refusal
 * itself is the outcome, because the phone has moved on.
 */
import { createHash } from "node:crypto";
import { canonicalJson } from "#operation/events.ts";
import type { Refusal, RefusalDetail } from "#operation/refusal.ts";
import type { Runnable } from "./command.ts";
import { messages } from "./messages.ts";
import { driverIdOf } from "./own.ts";
import type { DriverContext, DriverRefusal } from "./refusals.ts";
import { type Moment, readClock } from "./rules.ts";
import type { CommandFacts } from "./shapes.ts";

export interface Refused {
  error_code: string;
  message: string;
  errors?: RefusalDetail[] | undefined;
  status: number;
}

interface Outcome {
  /** Of the command and its body. */
  body_hash: string;
  code?: string;
  answer?: object;
  refused?: Refused;
}

export interface Place {
  device_id: string;
  seq: number;
}

const CLAIM = `insert into device_command (business_id, driver_id, device_id, device_seq, command, occurred_at, received_at,
    clock_skewed, outcome) values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`;

const READ = `select outcome from device_command
  where business_id = $1 and driver_id = $2 and device_id = $3 and device_seq = $4`;

const KEEP = `update device_command set outcome = $5, clock_skewed = $6
  where business_id = $1 and driver_id = $2 and device_id = $3 and device_seq = $4`;

export function hashOfCommand(type: string, body: object): string {
  return createHash("sha256")
    .update(`${type}\n${canonicalJson(body)}`)
    .digest("hex");
}

/** Claim a place in the phone's sequence; the outcome of before where it was taken, undefined where it is new. */
export async function claimPlace(
  context: DriverContext,
  { device_id, seq }: Place,
  type: string,
  body_hash: string,
  moment: Moment,
): Promise<Outcome | undefined> {
  const { db, business_id, now } = context;
  const driver_id = driverIdOf(context);
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

export async function keepOutcome(
  context: DriverContext,
  { device_id, seq }: Place,
  outcome: Outcome,
  skewed: boolean,
): Promise<void> {
  const { db, business_id } = context;
  await db.execute(KEEP, [business_id, driverIdOf(context), device_id, seq, JSON.stringify(outcome), skewed]);
}

export function refusedOf(refusal: Refusal): Refused {
  const { error_code, message, errors, status } = refusal;
  return { error_code, message, status, ...(errors === undefined ? {} : { errors }) };
}

export function wasSkewed(answer: object): boolean {
  return (answer as { clock_skewed?: boolean }).clock_skewed === true;
}

/** Run a command that came by itself, once for its place in the phone's sequence. */
export async function runOnce<Input extends CommandFacts, Answer extends object>(
  context: DriverContext,
  command: Runnable<Answer>,
  input: Input,
): Promise<Answer> {
  const { device_id, seq, occurred_at, ...body } = input;
  const moment = readClock(context.now, occurred_at);
  if ((device_id === undefined) !== (seq === undefined)) {
    throw context.refuse("invalid_request", {
      message: messages.device_and_seq,
      errors: [{ field: device_id === undefined ? "device_id" : "seq", message: "is required" }],
    });
  }
  if (device_id === undefined || seq === undefined) return command.run(context, body as never, moment);
  const place = { device_id, seq };
  const body_hash = hashOfCommand(command.type, { ...body, occurred_at });
  const before = await claimPlace(context, place, command.type, body_hash, moment);
  if (before?.answer !== undefined) return before.answer as Answer;
  if (before?.refused !== undefined) throw refusalAgain(context, before);
  const answer = await command.run(context, body as never, moment);
  await keepOutcome(context, place, { body_hash, answer }, wasSkewed(answer));
  return answer;
}

/** The refusal that a batch met, for the same command sent by itself. */
function refusalAgain(context: DriverContext, { code, refused }: Outcome): Refusal {
  return context.refuse((code ?? "invalid_request") as DriverRefusal, {
    ...(refused?.message === undefined ? {} : { message: refused.message }),
    ...(refused?.errors === undefined ? {} : { errors: refused.errors }),
  });
}
