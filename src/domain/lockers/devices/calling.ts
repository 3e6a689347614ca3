/** The device that calls, and what it is answered. */
import Type from "typebox";
import { Receipt } from "#locker-protocol/messages.ts";
import { getCallingDevice } from "#operation/caller/device-signature.ts";
import type { Context } from "#operation/define/context.ts";
import { NoRef } from "#vocabulary/ref.ts";
import { messages } from "./messages.ts";
import { type DeviceRow, lockDevice } from "./records/device.ts";

/** What every message of a device has that names itself. */
export const MessageId = NoRef(
  "the device's name for one message",
  Type.String({ pattern: "^[A-Za-z0-9.-]{1,64}$", maxLength: 64 }),
);

export const ReceiptAnswer = Type.Object({ ...Receipt.properties });

export const CALLING_REFUSALS = { other_epoch: "conflict", connection_superseded: "conflict" } as const;

type Refuser = Context<keyof typeof CALLING_REFUSALS>;

/**
 * Locks the device that calls. Refuses a retired one, numbers of another epoch than it was provisioned with, and a connection
 * in whose place the device has another one.
 */
export async function lockCallingDevice(context: Refuser, epoch?: number): Promise<DeviceRow> {
  const { actor, refuse, now, request } = context;
  const device = await lockDevice(context, getCallingDevice(actor));
  if (device === undefined || device.status === "RETIRED")
    throw refuse("forbidden", { message: messages.retired });
  const { connection } = request;
  if (connection !== undefined && !connection.begins && connection.id !== device.connection_id)
    throw refuse("connection_superseded", { message: messages.connection_superseded });
  if (epoch !== undefined && epoch !== device.epoch)
    throw refuse("other_epoch", {
      message: messages.other_epoch,
      values: { epoch: device.epoch },
      extra: { epoch: device.epoch, server_time: now.toISOString() },
    });
  return device;
}

export function buildReceipt(
  { now }: Pick<Context, "now">,
  message_id: string,
): { type: "receipt"; answers: string; server_time: string } {
  return { type: "receipt", answers: message_id, server_time: now.toISOString() };
}
