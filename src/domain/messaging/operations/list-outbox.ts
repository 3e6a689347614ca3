/**
 * Messages that were handed over to people, newest first, with what became of each. Where nobody sends, nothing
 * left the machine (`kept`) and this is the place to read it. Source: our choice.
 *
 * Only for somebody who signed in: a link to a new password would make any token, however narrow, the account.
 * What a vendor sends is shown without the codes and links in it.
 */
import Type from "typebox";
import { requireSignIn } from "#domain/user/public.ts";
import { defineOperation } from "#operation/define.ts";
import { unseal } from "#platform/auth/secrets.ts";
import { Nullable, Timestamp, Words } from "#vocabulary/basics.ts";
import { PageInput, PageOutput, pageOf } from "#vocabulary/page.ts";
import { CHANNELS, type Channel, PURPOSES, type Purpose } from "../hand-over.ts";

const STATES = ["kept", "queued", "sent", "failed"] as const;

interface MessageRow {
  id: number;
  channel: Channel;
  provider: string;
  purpose: Purpose;
  recipient: string;
  subject: string;
  body_sealed: string;
  masked_sealed: string | null;
  state: (typeof STATES)[number];
  attempts: number;
  next_at: string | null;
  failure: string | null;
  reason: string | null;
  sent_at: string | null;
  created_at: string;
}

const FILTER = `business_id = $1 and ($2::text is null or channel = $2) and ($3::text is null or recipient = $3)
  and ($4::text is null or state = $4)`;

export const listOutbox = defineOperation({
  name: "clientOutbox",
  summary: "Messages sent to people",
  effect: "read",
  access: { roles: ["client_admin"], scopes: ["settings:read"] },
  rest: { method: "GET", path: "/api/v1/client/outbox" },
  input: Type.Object({
    ...PageInput,
    channel: Type.Optional(Words(CHANNELS)),
    recipient: Type.Optional(Type.String({ minLength: 1, maxLength: 320 })),
    state: Type.Optional(Words(STATES)),
  }),
  output: Type.Object({
    ...PageOutput,
    messages: Type.Array(
      Type.Object({
        id: Type.Integer(),
        channel: Words(CHANNELS),
        provider: Type.String({ description: "`outbox` where nothing leaves, else who sends." }),
        purpose: Words(PURPOSES),
        recipient: Type.String(),
        subject: Type.String(),
        body: Type.String({
          "x-secret": true,
          description: "With the codes and links in it only where `provider` is `outbox`.",
        }),
        state: Words(STATES),
        attempts: Type.Integer({ description: "Tries so far." }),
        next_at: Nullable(Timestamp),
        failure: Nullable(Type.String({ description: "What went wrong last, as one word." })),
        reason: Nullable(Type.String({ description: "The same in a sentence." })),
        sent_at: Nullable(Timestamp),
        created_at: Timestamp,
      }),
    ),
  }),

  refusals: { sign_in_required: "forbidden" },

  async run(context, input) {
    const { db, business_id, settings } = context;
    await requireSignIn(context);
    const { page, per_page, offset } = pageOf(input);
    const values = [business_id, input.channel ?? null, input.recipient ?? null, input.state ?? null];
    const [rows, counted] = await Promise.all([
      db.rows<MessageRow>(
        `select id, channel, provider, purpose, recipient, subject, body_sealed, masked_sealed, state, attempts,
           case when state = 'queued' then next_at end as next_at, failure, reason, sent_at, created_at
           from outbox_message where ${FILTER} order by business_id, id desc limit $5 offset $6`,
        [...values, per_page, offset],
      ),
      db.row<{ n: number }>(`select count(*) as n from outbox_message where ${FILTER}`, values),
    ]);
    const messages = rows.map(({ body_sealed, masked_sealed, ...row }) => ({
      ...row,
      body: unseal(
        settings.secret_key,
        row.provider === "outbox" ? body_sealed : (masked_sealed ?? body_sealed),
      ),
    }));
    return { result: true, total: counted?.n ?? 0, page, per_page, messages };
  },
});
