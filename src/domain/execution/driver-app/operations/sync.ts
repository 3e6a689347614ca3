/**
 * A batch of commands that a phone queued while offline, run in the order they were sent.
 *
 * Each item runs in its own savepoint: a refused item writes nothing and is listed in `items`, the others are
 * committed. Each (device, sequence number) runs once; sent again, it returns its first answer.
 */

import Type from "typebox";
import { postMessage } from "#domain/execution/order-chat/public.ts";
import { saveUnsentCommands } from "#domain/fleet/drivers/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Refusal } from "#operation/define/refusal.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { bulkAnswer, bulkMembers } from "#vocabulary/bulk.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import { refuseOldApp } from "../app-version.ts";
import {
  claimSequenceNumber,
  type DeviceSequence,
  hashCommand,
  releaseSequenceNumber,
  storeOutcome,
  toRefused,
  wasSkewed,
} from "../device-sequence.ts";
import { messages } from "../messages.ts";
import { getOwnDriver } from "../own-routes.ts";
import { DRIVER_REFUSALS, type DriverContext } from "../refusals.ts";
import { computeMoment } from "../rules.ts";
import { commandMembers, UnsentList } from "../shapes.ts";
import { arriveAtStop } from "./arrive-at-stop.ts";
import { checkLoad } from "./check-load.ts";
import { completeRoute } from "./complete-route.ts";
import { completeStop } from "./complete-stop.ts";
import { failStop } from "./fail-stop.ts";
import { pauseRoute } from "./pause-route.ts";
import { resumeRoute } from "./resume-route.ts";
import { scanParcel } from "./scan-parcel.ts";
import { sendProofs } from "./send-proofs.ts";
import { setDuty } from "./set-duty.ts";
import { skipStop } from "./skip-stop.ts";
import { startRoute } from "./start-route.ts";

/** What a batch may contain, by the word that its items are named by. */
const QUEUEABLE = {
  route_start: startRoute,
  route_pause: pauseRoute,
  route_resume: resumeRoute,
  route_complete: completeRoute,
  loadcheck: checkLoad,
  stop_arrive: arriveAtStop,
  stop_complete: completeStop,
  stop_fail: failStop,
  stop_skip: skipStop,
  stop_proofs: sendProofs,
  scan: scanParcel,
  duty: setDuty,
  chat_message: postMessage,
} as const;

const TYPES = Object.keys(QUEUEABLE) as (keyof typeof QUEUEABLE)[];

const Answer = Type.Unsafe<Record<string, unknown>>({
  type: "object",
  description: "The response of the command's own route.",
});

const SyncedItem = Type.Object(
  {
    seq: Type.Integer(),
    type: StringEnum(TYPES),
    result: Type.Boolean({ description: "False for a refused item." }),
    replayed: Type.Boolean({ description: "The item was sent before; this is its first answer." }),
    answer: Type.Optional(Answer),
    status: Type.Optional(
      Type.Integer({ description: "HTTP status of the refusal, had the command been sent alone." }),
    ),
    retry: Type.Optional(
      Type.Boolean({
        description:
          "True if the refusal is not final: proofs of the stop are missing that another batch may bring. Send the item again after them, with the same seq.",
      }),
    ),
    error_code: Type.Optional(Type.String()),
    message: Type.Optional(Type.String()),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          field: Type.Optional(Type.String()),
          order_id: Type.Optional(Ref("order", Type.Integer())),
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
  type: keyof typeof QUEUEABLE;
  occurred_at: string;
  body: Record<string, unknown>;
}

export const sync = defineOperation({
  name: "driverSync",
  summary: "Send queued commands and proofs",
  access: { roles: ["driver"], scopes: ["routes:write"] },
  rest: { method: "POST", path: "/api/v1/driver/sync", body_limit: 4 * 1024 * 1024 },
  localised: true,
  input: Type.Object({
    device_id: NoRef("a phone's own word", Type.String({ minLength: 1, maxLength: 100 })),
    app_version: Type.Optional(Type.String({ maxLength: 40 })),
    sent_at: Type.Optional(
      Type.String({
        ...Timestamp,
        description: "The phone's time of sending; used to correct a wrong clock.",
      }),
    ),
    unsent: Type.Optional(UnsentList),
    items: Type.Array(
      Type.Object({
        seq: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
        type: StringEnum(TYPES),
        occurred_at: Timestamp,
        body: Type.Unsafe<Record<string, unknown>>({
          type: "object",
          description: "The input of the command's own route, path parameters included.",
        }),
      }),
      { minItems: 1, maxItems: 200 },
    ),
  }),
  output: Type.Object({
    result: Type.Boolean({ description: "True if no item was refused." }),
    ...bulkMembers,
    items: Type.Array(SyncedItem),
  }),
  refusals: DRIVER_REFUSALS,

  async run(context, { device_id, app_version, sent_at, unsent, items }) {
    refuseOldApp(context, app_version, context.business.settings);
    const driver = await getOwnDriver(context, { lock: false });
    const synced_items: SyncedItem[] = [];
    for (const item of items) {
      synced_items.push(await runItemOnce(context, { device_id, seq: item.seq }, item, sent_at));
    }
    if (unsent !== undefined) await saveUnsentCommands(context, { driver_id: driver.id, device_id }, unsent);
    const counted = bulkAnswer(synced_items, () => null);
    return { ...counted, result: counted.failed === 0, items: synced_items };
  },
});

async function runItemOnce(
  context: DriverContext,
  place: DeviceSequence,
  { seq, type, occurred_at, body }: Item,
  sent_at: string | undefined,
): Promise<SyncedItem> {
  const moment = computeMoment(context.now, occurred_at, { queued: true, sent_at });
  const body_hash = hashCommand(type, { ...body, occurred_at });
  const itemKey = { seq, type };
  try {
    const before = await claimSequenceNumber(context, place, type, body_hash, moment);
    if (before?.answer !== undefined)
      return { ...itemKey, result: true, replayed: true, answer: before.answer as Record<string, unknown> };
    if (before?.refused !== undefined)
      return { ...itemKey, result: false, replayed: true, ...before.refused };
  } catch (error) {
    // The number belongs to another command: nothing was written, and nothing is stored.
    if (error instanceof Refusal) return { ...itemKey, result: false, replayed: false, ...toRefused(error) };
    throw error;
  }
  const misplaced = refuseMisplaced(context, body);
  const outcome =
    misplaced ?? (await context.attempt(QUEUEABLE[type], { ...body, ...place, occurred_at }, { sent_at }));
  if ("answer" in outcome) {
    const { answer } = outcome;
    await storeOutcome(context, place, { body_hash, answer }, wasSkewed(answer));
    return { ...itemKey, result: true, replayed: false, answer };
  }
  const { code } = outcome.refusal;
  const refused = toRefused(outcome.refusal);
  if (code === "proof_missing") {
    // The proofs may be in a batch that comes later: the number stays free, so that the item can be sent again.
    await releaseSequenceNumber(context, place);
    return { ...itemKey, result: false, replayed: false, retry: true, ...refused };
  }
  await storeOutcome(context, place, { body_hash, code, refused }, moment.skewed);
  return { ...itemKey, result: false, replayed: false, ...refused };
}

/** Place and time belong to the item; in its body they could name other ones. */
function refuseMisplaced(
  context: DriverContext,
  body: Record<string, unknown>,
): { refusal: Refusal } | undefined {
  const names = Object.keys(commandMembers).filter((name) => Object.hasOwn(body, name));
  if (names.length === 0) return undefined;
  const errors = names.map((field) => ({ field, message: fields.not_a_member }));
  return { refusal: context.refuse("invalid_request", { message: messages.invalid_command, errors }) };
}
