/**
 * Messages to people, newest first, with the result of each. Without a sender nothing is sent (`kept`) and the outbox
 * is the place to read the message. Source: our choice.
 *
 * Requires an interactive sign-in: with a password link, any token, however narrow, could take over the account. The
 * text of a message that a vendor sends is shown without the codes and links in it.
 */
import Type from "typebox";
import { defineList, filter } from "#operation/define/list.ts";
import { decryptText } from "#platform/auth/secrets.ts";
import { Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { BY_ID } from "#vocabulary/cursor-page.ts";
import { type OutboxMessageRow, STATES } from "../records/outbox-message.ts";
import { CHANNELS, PURPOSES } from "../rules.ts";

export const listOutbox = defineList({
  name: "clientOutbox",
  summary: "List messages sent to people",
  access: { roles: ["client_admin"], scopes: ["settings:read"] },
  rest: { method: "GET", path: "/api/v1/client/outbox" },
  needs_sign_in: true,
  filters: {
    channel: filter(StringEnum(CHANNELS)),
    recipient: filter(Type.String({ minLength: 1, maxLength: 320 })),
    state: filter(StringEnum(STATES)),
  },
  rows: {
    messages: Type.Array(
      Type.Object({
        id: Type.Integer(),
        channel: StringEnum(CHANNELS),
        provider: Type.String({ description: "`outbox` if nothing is sent, else the sender." }),
        purpose: StringEnum(PURPOSES),
        recipient: Type.String(),
        subject: Type.String(),
        body: Type.String({
          "x-secret": true,
          description: "Contains codes and links only if `provider` is `outbox`.",
        }),
        state: StringEnum(STATES),
        attempts: Type.Integer({ description: "Tries so far." }),
        next_at: Nullable(Timestamp),
        failure: Nullable(Type.String({ description: "The last failure, as one word." })),
        reason: Nullable(Type.String({ description: "The last failure, as a sentence." })),
        sent_at: Nullable(Timestamp),
        created_at: Timestamp,
      }),
    ),
  },
  from: "outbox_message",
  columns: `id, channel, provider, purpose, recipient, subject, body_sealed, masked_sealed, state, attempts,
    case when state = 'queued' then next_at end as next_at, failure, reason, sent_at, created_at`,
  order: BY_ID,
  sorted_within: "business_id",
  build: ({ body_sealed, masked_sealed, ...row }: OutboxMessageRow, { settings }) => ({
    ...row,
    body: decryptText(
      settings.secret_key,
      row.provider === "outbox" ? body_sealed : (masked_sealed ?? body_sealed),
    ),
  }),
});
