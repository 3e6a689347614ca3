/**
 * Messages to people, newest first, with the result of each. Without a sender nothing is sent (`kept`) and the outbox
 * is the place to read the message. Source: our choice.
 *
 * Requires an interactive sign-in: with a password link, any token, however narrow, could take over the account. The
 * text of a message that a vendor sends is shown without the codes and links in it.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { decryptText } from "#platform/auth/secrets.ts";
import { countRows, readListPage } from "#platform/db/list-page.ts";
import { Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { buildWindow, CursorInput, CursorOutput, type SortColumn } from "#vocabulary/cursor-page.ts";
import { type OutboxMessageRow, STATES } from "../records/outbox-message.ts";
import { CHANNELS, PURPOSES } from "../rules.ts";

const FILTER = `business_id = $1 and ($2::text is null or channel = $2) and ($3::text is null or recipient = $3)
  and ($4::text is null or state = $4)`;

const SORT: readonly SortColumn[] = [{ sql: "id", member: "id", type: "bigint", descending: true }];

export const listOutbox = defineOperation({
  name: "clientOutbox",
  summary: "Messages sent to people",
  effect: "read",
  access: { roles: ["client_admin"], scopes: ["settings:read"] },
  rest: { method: "GET", path: "/api/v1/client/outbox" },
  needs_sign_in: true,
  input: Type.Object({
    ...CursorInput,
    channel: Type.Optional(StringEnum(CHANNELS)),
    recipient: Type.Optional(Type.String({ minLength: 1, maxLength: 320 })),
    state: Type.Optional(StringEnum(STATES)),
  }),
  output: Type.Object({
    ...CursorOutput,
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
  }),

  async run(context, input) {
    const { db, business_id, settings } = context;
    const values = [business_id, input.channel ?? null, input.recipient ?? null, input.state ?? null];
    const window = buildWindow(input, SORT, { condition: FILTER, values, sorted_within: "business_id" });
    const { rows, paging } = await readListPage<OutboxMessageRow>(
      db,
      window,
      `select id, channel, provider, purpose, recipient, subject, body_sealed, masked_sealed, state, attempts,
         case when state = 'queued' then next_at end as next_at, failure, reason, sent_at, created_at
         from outbox_message where ${FILTER}${window.sql}`,
      countRows(db, `from outbox_message where ${FILTER}`, values),
    );
    const messages = rows.map(({ body_sealed, masked_sealed, ...row }) => ({
      ...row,
      body: decryptText(
        settings.secret_key,
        row.provider === "outbox" ? body_sealed : (masked_sealed ?? body_sealed),
      ),
    }));
    return { ...paging, messages };
  },
});
