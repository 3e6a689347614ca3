/** Notices about something else than an order: what one is, how it is stored, and how it is shown with what is known of its message. */
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import { Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { NoRef } from "#vocabulary/ref.ts";
import { STATES } from "../shapes.ts";
import { findMessageState, MESSAGE_COLUMNS, type MessageFacts } from "./notification.ts";
import { maskAddress } from "./recipient.ts";

const PARTIES = ["renter", "seller", "buyer", "guest"] as const;
export type Party = (typeof PARTIES)[number];

export interface NoticeRow extends Row<"notice"> {
  party: Party;
  channel: "sms" | "email" | null;
  state: "deferred" | "suppressed" | "enqueued";
}

export const NoticeRecord = defineRecord<"notice", NoticeRow>("notice");

export const Notice = Type.Object(
  {
    id: NoRef("no call names a notice"),
    party: StringEnum(PARTIES),
    kind: Type.String({ description: "What was told." }),
    channel: Nullable(StringEnum(["sms", "email"], { description: "Null: there is no address." })),
    target: Type.String({ description: "The address, with most of it hidden; empty where there is none." }),
    language: Type.String(),
    state: StringEnum(STATES, {
      description:
        "kept: in the outbox, nobody sends; sent: the vendor took it; delivered: the vendor reported so.",
    }),
    reason: Nullable(Type.String({ description: "Why it was suppressed, or failed, as one word." })),
    detail: Nullable(Type.String({ description: "The vendor's failure, as a sentence." })),
    deferred_until: Nullable(Timestamp),
    occurred_at: Timestamp,
  },
  { $id: "PersonNotice" },
);

const LISTED = 100;

/** The latest first. */
export async function listNotices(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  subject: { type: string; id: number },
) {
  const rows = await db.rows<NoticeRow & MessageFacts>(
    `select n.*, ${MESSAGE_COLUMNS}
       from notice n left join outbox_message m on m.business_id = n.business_id and m.id = n.outbox_message_id
      where n.business_id = $1 and n.subject_type = $2 and n.subject_id = $3 order by n.id desc limit ${LISTED}`,
    [business_id, subject.type, subject.id],
  );
  return rows.map((row) => ({
    id: row.id,
    party: row.party,
    kind: row.kind,
    channel: row.channel,
    target: row.target === "" ? "" : maskAddress(row.target),
    language: row.language,
    ...findMessageState(row),
    deferred_until: row.deferred_until,
    occurred_at: row.occurred_at,
  }));
}
