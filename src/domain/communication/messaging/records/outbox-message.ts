/**
 * Messages to people: how one is stored, claimed and settled. The platform's own have no business, so that they are known
 * by their id alone; each update here is one step of a claim, which a record's change would not check.
 */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import type { Channel, Purpose } from "../rules.ts";

export const STATES = ["kept", "queued", "sent", "failed"] as const;

export interface OutboxMessageRow extends Row<"outbox_message"> {
  channel: Channel;
  purpose: Purpose;
  state: (typeof STATES)[number];
}

export const OutboxMessage = defineRecord<"outbox_message", OutboxMessageRow>("outbox_message");

type Writer = Pick<Context, "db" | "now">;

/** Longer than the timeout of any vendor. */
const CLAIM_S = 120;

export interface Delivery {
  /** `kept`: in the outbox, not sent. `queued`: retried at `next_at`. */
  state: OutboxMessageRow["state"];
  failure: string | null;
  /** For administrators: contains no secret and no recipient. */
  reason: string | null;
  next_at: string | null;
}

const CLAIM = `update outbox_message set attempts = attempts + 1, next_at = $2::timestamptz + make_interval(secs => ${CLAIM_S})
  where id = $1 and state = 'queued' and next_at <= $2
  returning *`;

export const claimMessage = ({ db, now }: Writer, id: number): Promise<OutboxMessageRow | undefined> =>
  db.row<OutboxMessageRow>(CLAIM, [id, now]);

/** The secrets in the text are not needed any more; only the masked text stays. */
export async function recordSending(
  { db, now }: Writer,
  id: number,
  vendor_id: string | null,
): Promise<void> {
  await db.execute(
    `update outbox_message set state = 'sent', vendor_id = $2, sent_at = $3, next_at = null, failure = null,
       reason = null, body_sealed = coalesce(masked_sealed, body_sealed), html_sealed = null where id = $1`,
    [id, vendor_id, now],
  );
}

/** Final without a next try. */
export async function saveFailure(
  { db }: Pick<Context, "db">,
  id: number,
  { failure, reason, next }: { failure: string; reason: string; next: Date | null },
): Promise<void> {
  await db.execute(
    next === null
      ? `update outbox_message set state = 'failed', next_at = $4, failure = $2, reason = $3,
           body_sealed = coalesce(masked_sealed, body_sealed), html_sealed = null where id = $1`
      : "update outbox_message set next_at = $4, failure = $2, reason = $3 where id = $1",
    [id, failure, reason, next],
  );
}

export async function loadDelivery(db: Context["db"], message_id: number): Promise<Delivery> {
  const row = await db.row<Delivery>(
    "select state, failure, reason, next_at from outbox_message where id = $1",
    [message_id],
  );
  return row ?? { state: "failed", failure: "gone", reason: "There is no such message.", next_at: null };
}
