/** What a device is told to do. It moves hardware once for each nonce, and not after the command has expired. */
import { randomUUID } from "node:crypto";
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";

export const COMMAND_KINDS = [
  "open",
  "set_use",
  "invalidate_codes",
  "snapshot",
  "resend",
  "reboot",
  "configure",
] as const;
type CommandKind = (typeof COMMAND_KINDS)[number];

export const COMMAND_STATUSES = ["QUEUED", "SENT", "ACKED", "DONE", "FAILED", "EXPIRED"] as const;
export type CommandStatus = (typeof COMMAND_STATUSES)[number];

export interface CommandRow extends Row<"locker_command"> {
  kind: CommandKind;
  status: CommandStatus;
  body: Record<string, unknown>;
  result: Record<string, unknown> | null;
}

export type CommandOutcome =
  /** The device carried it out. */
  | "done"
  /** The device tried and could not. */
  | "failed"
  /** The device refused it. */
  | "refused"
  /** It was not carried out: it never left, or the device had it too late. */
  | "not_carried_out"
  /** It was sent, and nobody knows whether it was carried out. It is never sent again. */
  | "unknown";

export const CommandRecord = defineRecord<"locker_command", CommandRow>("locker_command");

/** Becomes due when a command expires, and once more when the answer to one that was sent is given up. */
export const COMMAND_EXPIRY = "devices.command_expiry";

/** What a device carried out in the last moment is answered within this time. */
const ANSWER_GRACE_MS = 30_000;

const OPEN_STATUSES: readonly CommandStatus[] = ["QUEUED", "SENT", "ACKED"];

/** Neither carried out nor given up. */
export const isOpenCommand = ({ status }: Pick<CommandRow, "status">): boolean =>
  OPEN_STATUSES.includes(status);

export interface NewCommand {
  kind: CommandKind;
  compartment_id?: number;
  body?: Record<string, unknown>;
  /** The device does not carry it out later than this. */
  expires_at: Date;
  /** Why, for the log. */
  reason?: string;
}

type Writer = Pick<Context, "db" | "business_id" | "now" | "actor" | "due" | "emit">;

/** Queues a command; it is sent after the commit to a device that is connected, or when the device asks for its commands. */
export async function queueCommand(
  context: Writer,
  device_id: number,
  { kind, compartment_id, body = {}, expires_at, reason = "" }: NewCommand,
): Promise<CommandRow> {
  const command = await CommandRecord.insert(context, {
    device_id,
    compartment_id: compartment_id ?? null,
    kind,
    nonce: randomUUID(),
    body,
    expires_at: expires_at.toISOString(),
    account_id: context.actor.account_id,
    reason,
  });
  context.due.set(COMMAND_EXPIRY, command.id, expires_at);
  context.emit({
    subject: { type: "locker_device", id: device_id },
    kind: "device.command_queued",
    payload: { command_id: command.id, compartment_id: command.compartment_id, command: kind },
  });
  return command;
}

/** A locked command at the end of its time: when it can be given up, and what it ends as then. */
export function computeExpiry({ status, expires_at }: Pick<CommandRow, "status" | "expires_at">): {
  at: Date;
  outcome: Extract<CommandOutcome, "not_carried_out" | "unknown">;
} {
  const at = Date.parse(expires_at);
  return status === "QUEUED"
    ? { at: new Date(at), outcome: "not_carried_out" }
    : { at: new Date(at + ANSWER_GRACE_MS), outcome: "unknown" };
}

/**
 * The open commands of a device that have not expired, oldest first, marked as sent once more. Over a connection to the
 * broker, only those that were not sent over the same one before.
 */
export const sendCommands = (
  { db, business_id, now, request }: Pick<Context, "db" | "business_id" | "now" | "request">,
  device_id: number,
  limit: number,
): Promise<CommandRow[]> =>
  db
    .rows<CommandRow>(
      `update locker_command set sends = sends + 1, version = version + 1, updated_at = $3, connection_id = $5,
         status = case when status = 'QUEUED' then 'SENT' else status end,
         status_since = case when status = 'QUEUED' then $3 else status_since end
       where business_id = $1 and id in (
         select id from locker_command where business_id = $1 and device_id = $2 and status in ('QUEUED', 'SENT', 'ACKED')
            and expires_at > $3 and ($5::uuid is null or connection_id is distinct from $5) order by id limit $4)
       returning *`,
      [business_id, device_id, now, limit, request.connection?.id ?? null],
    )
    .then((commands) => commands.sort((one, other) => one.id - other.id));

/** The command of a device that has this nonce. */
export const lockCommandByNonce = (
  { db, business_id }: Pick<Context, "db" | "business_id">,
  device_id: number,
  nonce: string,
): Promise<CommandRow | undefined> =>
  db.row<CommandRow>(
    "select * from locker_command where business_id = $1 and nonce = $3 and device_id = $2 for update",
    [business_id, device_id, nonce],
  );

export const findLastCommand = (
  { db, business_id }: Pick<Context, "db" | "business_id">,
  device_id: number,
  kind: CommandRow["kind"],
): Promise<CommandRow | undefined> =>
  db.row<CommandRow>(
    "select * from locker_command where business_id = $1 and device_id = $2 and kind = $3 order by id desc limit 1",
    [business_id, device_id, kind],
  );

/**
 * The last commands of a device that said which codes a compartment accepts, or which compartments there are, and that ended
 * without an answer.
 */
export const findExpiredCommands = (
  { db, business_id }: Pick<Context, "db" | "business_id">,
  device_id: number,
): Promise<CommandRow[]> =>
  db.rows<CommandRow>(
    `select c.* from locker_command c
      where c.business_id = $1 and c.device_id = $2 and c.status = 'EXPIRED' and c.kind in ('set_use', 'configure')
        and not exists (select from locker_command later
          where later.business_id = c.business_id and later.device_id = c.device_id and later.id > c.id and later.kind = c.kind
            and later.compartment_id is not distinct from c.compartment_id)
      order by c.id`,
    [business_id, device_id],
  );
