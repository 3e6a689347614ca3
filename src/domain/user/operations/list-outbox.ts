/**
 * Messages that were handed over to people, newest first: the outbox. Where no mail server is set, nothing
 * left the machine (`kept`) and this is the place to read it. Source: our choice.
 *
 * Only for somebody who signed in: a link to a new password would make any token, however narrow, the account.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { unseal } from "#platform/auth/secrets.ts";
import { Timestamp, Words } from "#vocabulary/basics.ts";
import { PageInput, PageOutput, pageOf } from "#vocabulary/page.ts";
import { requireSignIn } from "../signed-in.ts";

interface MessageRow {
  id: number;
  channel: "email" | "sms";
  provider: string;
  recipient: string;
  subject: string;
  body_sealed: string;
  state: "kept" | "queued" | "sent" | "failed";
  created_at: string;
}

const FILTER =
  "business_id = $1 and ($2::text is null or channel = $2) and ($3::text is null or recipient = $3)";

export const listOutbox = defineOperation({
  name: "clientOutbox",
  summary: "Messages sent to people",
  effect: "read",
  access: { roles: ["client_admin"], scopes: ["settings:read"] },
  rest: { method: "GET", path: "/api/v1/client/outbox" },
  input: Type.Object({
    ...PageInput,
    channel: Type.Optional(Words(["email", "sms"])),
    recipient: Type.Optional(Type.String({ minLength: 1, maxLength: 320 })),
  }),
  output: Type.Object({
    ...PageOutput,
    messages: Type.Array(
      Type.Object({
        id: Type.Integer(),
        channel: Words(["email", "sms"]),
        provider: Type.String(),
        recipient: Type.String(),
        subject: Type.String(),
        body: Type.String({ "x-secret": true, description: "May hold a link that signs the recipient in." }),
        state: Words(["kept", "queued", "sent", "failed"]),
        created_at: Timestamp,
      }),
    ),
  }),

  refusals: { sign_in_required: "forbidden" },

  async run(context, input) {
    const { db, business_id, settings } = context;
    await requireSignIn(context);
    const { page, per_page, offset } = pageOf(input);
    const values = [business_id, input.channel ?? null, input.recipient ?? null];
    const [rows, counted] = await Promise.all([
      db.rows<MessageRow>(
        `select id, channel, provider, recipient, subject, body_sealed, state, created_at from outbox_message
          where ${FILTER} order by business_id, id desc limit $4 offset $5`,
        [...values, per_page, offset],
      ),
      db.row<{ n: number }>(`select count(*) as n from outbox_message where ${FILTER}`, values),
    ]);
    const messages = rows.map(({ body_sealed, ...row }) => ({
      ...row,
      body: unseal(settings.secret_key, body_sealed),
    }));
    return { result: true, total: counted?.n ?? 0, page, per_page, messages };
  },
});
