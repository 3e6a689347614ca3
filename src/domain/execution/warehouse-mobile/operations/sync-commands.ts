/**
 * A batch of commands that a device queued while offline, run in the order they were sent, each in its own savepoint. Each
 * (device, sequence number) of a person runs once; sent again, it returns its first answer.
 */
import { createHash } from "node:crypto";
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { defineOperation } from "#operation/define/define.ts";
import { canonicalJson } from "#operation/records/events.ts";
import { StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { bulkAnswer, bulkMembers } from "#vocabulary/bulk.ts";
import { NoRef } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";

/** What a batch may contain: the operation of each word. */
const QUEUEABLE = {
  receipt_receive: "receiptReceive",
  receipt_undo: "receiptScanUndo",
  receipt_close: "receiptClose",
  putaway_confirm: "putawayConfirm",
  move: "stockMove",
  count_start: "stockCountStart",
  count_submit: "stockCountSubmit",
  parcel_receive: "wmsParcelReceive",
  sort_scan: "wmsSortScan",
  outbound_scan: "wmsOutboundScan",
  outbound_seal: "wmsOutboundSeal",
  transfer_out: "transferScanOut",
  transfer_depart: "transferDepart",
  transfer_in: "transferScanIn",
} as const;
type Command = keyof typeof QUEUEABLE;
const COMMANDS = Object.keys(QUEUEABLE) as Command[];

const Item = Type.Object({
  seq: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  type: StringEnum(COMMANDS),
  occurred_at: Timestamp,
  body: Type.Unsafe<Record<string, unknown>>({
    type: "object",
    description: "The input of the command's own route, path parameters included.",
  }),
});
type Item = Type.Static<typeof Item>;

const Synced = Type.Object(
  {
    seq: Type.Integer(),
    type: StringEnum(COMMANDS),
    result: Type.Boolean({ description: "False for a refused item." }),
    replayed: Type.Boolean({ description: "The item was sent before; this is its first answer." }),
    answer: Type.Optional(
      Type.Unsafe<Record<string, unknown>>({
        type: "object",
        description: "The response of the command's own route.",
      }),
    ),
    status: Type.Optional(
      Type.Integer({ description: "HTTP status of the refusal, had it been sent alone." }),
    ),
    error_code: Type.Optional(Type.String()),
    message: Type.Optional(Type.String()),
    errors: Type.Optional(
      Type.Array(Type.Object({ field: Type.Optional(Type.String()), message: Type.String() })),
    ),
  },
  { $id: "WarehouseSyncedItem" },
);
type Synced = Type.Static<typeof Synced>;
type Outcome = Omit<Synced, "seq" | "type" | "replayed">;

export const syncCommands = defineOperation({
  name: "wmsSync",
  summary: "Send queued commands of a warehouse device",
  access: { scopes: ["wms:write"] },
  rest: { method: "POST", path: "/api/v1/wms/mobile/sync", body_limit: 4 * 1024 * 1024 },
  input: Type.Object({
    device_id: NoRef("a device's own word", Type.String({ minLength: 1, maxLength: 100 })),
    sent_at: Type.Optional(Timestamp),
    items: Type.Array(Item, { minItems: 1, maxItems: 200 }),
  }),
  output: Type.Object({
    result: Type.Boolean({ description: "True if no item was refused." }),
    ...bulkMembers,
    items: Type.Array(Synced),
  }),

  async run(context, { device_id, sent_at, items }) {
    const synced: Synced[] = [];
    for (const item of items) synced.push(await runOnce(context, device_id, item, sent_at));
    const counted = bulkAnswer(synced, () => null);
    return { ...counted, result: counted.failed === 0, items: synced };
  },
});

/** The number is claimed before the command runs, so that the same one sent twice at once waits and reads the outcome. */
async function runOnce(
  context: Context<never>,
  device_id: string,
  { seq, type, occurred_at, body }: Item,
  sent_at: string | undefined,
): Promise<Synced> {
  const { db, business_id, actor, now } = context;
  const key = [business_id, actor.account_id, device_id, seq];
  const hash = createHash("sha256")
    .update(`${type}\n${canonicalJson({ ...body, occurred_at })}`)
    .digest("hex");
  const claimed = await db.execute(
    `insert into warehouse_command (business_id, account_id, device_id, device_seq, command, occurred_at, received_at, outcome)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
    [...key, type, occurred_at, now, JSON.stringify({ hash })],
  );
  if (claimed === 0) {
    const row = await db.row<{ outcome: { hash: string; outcome: Outcome } }>(
      "select outcome from warehouse_command where business_id = $1 and account_id = $2 and device_id = $3 and device_seq = $4",
      key,
    );
    if (row?.outcome.hash === hash) return { seq, type, replayed: true, ...row.outcome.outcome };
    const message = context.say(messages.sequence_reused);
    return { seq, type, replayed: false, result: false, status: 409, error_code: "SEQUENCE_REUSED", message };
  }
  const attempt_result = await context.attempt({ name: QUEUEABLE[type] }, body, { sent_at });
  const outcome: Outcome =
    "answer" in attempt_result
      ? { result: true, answer: attempt_result.answer }
      : {
          result: false,
          status: attempt_result.refusal.status,
          error_code: attempt_result.refusal.error_code,
          message: attempt_result.refusal.message,
          ...(attempt_result.refusal.errors === undefined
            ? {}
            : {
                errors: attempt_result.refusal.errors.map(({ field, message }) => ({
                  ...(field ? { field } : {}),
                  message,
                })),
              }),
        };
  await db.execute(
    "update warehouse_command set outcome = $5 where business_id = $1 and account_id = $2 and device_id = $3 and device_seq = $4",
    [...key, JSON.stringify({ hash, outcome })],
  );
  return { seq, type, replayed: false, ...outcome };
}
