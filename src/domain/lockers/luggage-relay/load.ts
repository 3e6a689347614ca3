/** Relays that a call names. */
import type { Context } from "#operation/define/context.ts";
import { defineGet } from "#operation/define/get.ts";
import { messages } from "./messages.ts";
import { findRelay, RelayRecord, type RelayRow } from "./records/relay.ts";
import { type Action, listActions } from "./rules.ts";

export const getRelay = defineGet(findRelay, messages.no_relay);

/** Locked, in a status that allows it. */
export async function lockRelay(
  context: Context<"wrong_status">,
  relay_id: number,
  action: Action,
): Promise<RelayRow> {
  const relay = await RelayRecord.getLocked(context, relay_id);
  context.expectVersion(relay.version);
  if (!listActions(relay.status).includes(action))
    throw context.refuse("wrong_status", {
      message: messages.wrong_status,
      values: { status: relay.status },
      extra: { status: relay.status },
    });
  return relay;
}
