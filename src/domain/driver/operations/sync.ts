/**
 * A batch of what a phone queued while it was offline, taken in the order it was sent.
 *
 * Each item is decided on its own inside a savepoint: a refused one leaves nothing and is told in `items`, the
 * others stay. Each (device, sequence number) counts once; sent again, it answers as it did the first time.
 */
import Type from "typebox";
import type { Emitted, JobRequest } from "#operation/context.ts";
import { defineOperation } from "#operation/define.ts";
import { Refusal } from "#operation/refusal.ts";
import { faultsOf } from "#operation/schema.ts";
import { inLanguage } from "#operation/translate.ts";
import { Timestamp, Words } from "#vocabulary/basics.ts";
import { refuseOldApp } from "../app-version.ts";
import type { Command, Runnable } from "../command.ts";
import { arriveAtStop } from "../commands/arrive.ts";
import { completeStop } from "../commands/complete.ts";
import { setDuty } from "../commands/duty.ts";
import { failStop } from "../commands/fail.ts";
import { loadCheck } from "../commands/load.ts";
import { finishRoute, pauseRoute, resumeRoute, startRoute } from "../commands/route.ts";
import { scanParcel } from "../commands/scan.ts";
import { sendProofs } from "../commands/send-proofs.ts";
import { skipStop } from "../commands/skip.ts";
import { messages } from "../messages.ts";
import {
  claimPlace,
  hashOfCommand,
  keepOutcome,
  type Place,
  type Refused,
  refusedOf,
  wasSkewed,
} from "../once.ts";
import { ownDriver } from "../own.ts";
import { DRIVER_REFUSALS, type DriverContext } from "../refusals.ts";
import { type Moment, readClock } from "../rules.ts";

const COMMANDS = [
  startRoute,
  pauseRoute,
  resumeRoute,
  finishRoute,
  loadCheck,
  arriveAtStop,
  completeStop,
  failStop,
  skipStop,
  sendProofs,
  scanParcel,
  setDuty,
] as unknown as readonly Command[];

const TYPES = [
  "route_start",
  "route_pause",
  "route_resume",
  "route_complete",
  "loadcheck",
  "stop_arrive",
  "stop_complete",
  "stop_fail",
  "stop_skip",
  "stop_proofs",
  "scan",
  "duty",
] as const;

const schemas = new Map(COMMANDS.map((command) => [command.type, Type.Object(command.members)]));

const Answer = Type.Unsafe<Record<string, unknown>>({
  type: "object",
  description: "The answer of the command's own route.",
});

const SyncedItem = Type.Object(
  {
    seq: Type.Integer(),
    type: Words(TYPES),
    result: Type.Boolean({ description: "False for an item that was refused." }),
    replayed: Type.Boolean({ description: "It came before; this is what it answered then." }),
    answer: Type.Optional(Answer),
    status: Type.Optional(Type.Integer({ description: "HTTP status that the refusal would have had." })),
    error_code: Type.Optional(Type.String()),
    message: Type.Optional(Type.String()),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          field: Type.Optional(Type.String()),
          order_id: Type.Optional(Type.Integer()),
          code: Type.Optional(Type.String()),
          message: Type.String(),
        }),
      ),
    ),
  },
  { $id: "SyncedItem" },
);
type SyncedItem = Type.Static<typeof SyncedItem>;

interface Item {
  seq: number;
  type: (typeof TYPES)[number];
  occurred_at: string;
  body: Record<string, unknown>;
}

export const sync = defineOperation({
  name: "driverSync",
  summary: "Send queued commands and proofs",
  effect: "write",
  access: { roles: ["driver"], scopes: ["routes:write"] },
  rest: { method: "POST", path: "/api/v1/driver/sync", body_limit: 4 * 1024 * 1024 },
  localised: true,
  input: Type.Object({
    device_id: Type.String({ minLength: 1, maxLength: 100 }),
    app_version: Type.Optional(Type.String({ maxLength: 40 })),
    sent_at: Type.Optional(
      Type.String({
        ...Timestamp,
        description: "The phone's time of sending: a clock that is wrong is set right by it.",
      }),
    ),
    items: Type.Array(
      Type.Object({
        seq: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
        type: Words(TYPES),
        occurred_at: Timestamp,
        body: Type.Unsafe<Record<string, unknown>>({
          type: "object",
          description: "As of the command's own route, path members included.",
        }),
      }),
      { minItems: 1, maxItems: 200 },
    ),
  }),
  output: Type.Object({
    result: Type.Boolean({ description: "True when no item was refused." }),
    accepted: Type.Integer(),
    refused: Type.Integer(),
    items: Type.Array(SyncedItem),
  }),
  refusals: DRIVER_REFUSALS,

  async run(context, { device_id, app_version, sent_at, items }) {
    refuseOldApp(context, app_version, context.actor.business?.settings ?? {});
    await ownDriver(context, { lock: false });
    const done: SyncedItem[] = [];
    for (const item of items) {
      const moment = readClock(context.now, item.occurred_at, sent_at);
      done.push(await takeOnce(context, { device_id, seq: item.seq }, item, moment));
    }
    const refused = done.filter((item) => !item.result).length;
    return { result: refused === 0, accepted: done.length - refused, refused, items: done };
  },
});

async function takeOnce(
  context: DriverContext,
  place: Place,
  item: Item,
  moment: Moment,
): Promise<SyncedItem> {
  const { seq, type, occurred_at, body } = item;
  const body_hash = hashOfCommand(type, { ...body, occurred_at });
  const told = { seq, type };
  try {
    const before = await claimPlace(context, place, type, body_hash, moment);
    if (before?.answer !== undefined)
      return { ...told, result: true, replayed: true, answer: before.answer as Record<string, unknown> };
    if (before?.refused !== undefined) return { ...told, result: false, replayed: true, ...before.refused };
  } catch (error) {
    // The place belongs to another command: nothing was written, and nothing is kept.
    if (error instanceof Refusal) return { ...told, result: false, replayed: false, ...refusedOf(error) };
    throw error;
  }
  const outcome = await take(context, type, body, moment);
  if ("answer" in outcome) {
    await keepOutcome(context, place, { body_hash, answer: outcome.answer }, wasSkewed(outcome.answer));
    return { ...told, result: true, replayed: false, answer: outcome.answer as Record<string, unknown> };
  }
  await keepOutcome(
    context,
    place,
    { body_hash, code: outcome.code, refused: outcome.refused },
    moment.skewed,
  );
  return { ...told, result: false, replayed: false, ...outcome.refused };
}

/** One item inside a savepoint. What it emits and enqueues counts only when it stands. */
async function take(
  context: DriverContext,
  type: Item["type"],
  body: Record<string, unknown>,
  moment: Moment,
): Promise<{ answer: object } | { code: string; refused: Refused }> {
  const emitted: Emitted[] = [];
  const jobs: JobRequest[] = [];
  const inside: DriverContext = {
    ...context,
    emit: (fact) => void emitted.push(fact),
    enqueue: (job) => void jobs.push(job),
  };
  await context.db.execute("savepoint item");
  try {
    const command = COMMANDS.find((one) => one.type === type);
    const schema = schemas.get(type);
    if (command === undefined || schema === undefined) throw new Error(`There is no command ${type}.`);
    const errors = faultsOf(schema, "write", body);
    if (errors !== null)
      throw context.refuse("invalid_request", { message: messages.invalid_command, errors });
    const answer = await (command as Runnable).run(inside, body as never, moment);
    await context.db.execute("release savepoint item");
    for (const fact of emitted) context.emit(fact);
    for (const job of jobs) context.enqueue(job);
    return { answer };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await context.db.execute("rollback to savepoint item");
    return { code: error.code, refused: refusedOf(inLanguage(error, context.request.language)) };
  }
}
