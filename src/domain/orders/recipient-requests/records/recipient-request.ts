/** Requests of recipients: what one is, how it is stored and decided, and how its business sees it with its order. */
import { getStopPlace, type OrderRow } from "#domain/orders/orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import { type Changes, defineRecord, type NewRow, type Row } from "#operation/define/record.ts";
import { messages } from "../messages.ts";
import { type Choice, canDecide, REPLACED_BY, type RequestState } from "../rules.ts";

export interface RecipientRequestRow extends Row<"recipient_request"> {
  choice: Choice;
  state: RequestState;
  /** The note, the place, the neighbour or the message; of a day, what the recipient added. */
  text: string;
  /** Of choice `day`. */
  scheduled_date: string | null;
  former_date: string | null;
  /** What the business answered, shown to the recipient. */
  answer: string | null;
}

export const RecipientRequestRecord = defineRecord<"recipient_request", RecipientRequestRow>(
  "recipient_request",
  messages.unknown_request,
);

export async function insertRequest(
  context: Context<never>,
  request: NewRow<"recipient_request", RecipientRequestRow>,
): Promise<void> {
  const { id, order_id, choice, state, scheduled_date } = await RecipientRequestRecord.insert(
    context,
    request,
  );
  context.emit({
    subject: { type: "recipient_request", id, is_new: true },
    kind: "recipient_request.created",
    payload: { order_id, choice, state, ...(scheduled_date === null ? {} : { scheduled_date }) },
  });
}

/** The latest request counts: what is accepted later would take its place. */
export async function replaceOpen(
  { db, business_id, now, emit }: Context<never>,
  order_id: number,
  choice: Choice,
): Promise<void> {
  const replaced = await db.rows<Pick<RecipientRequestRow, "id" | "choice">>(
    `update recipient_request set state = 'replaced', decided_at = $4, version = version + 1
      where business_id = $1 and order_id = $2 and choice = any($3::text[]) and state = 'open' returning id, choice`,
    [business_id, order_id, REPLACED_BY[choice], now],
  );
  for (const { id, choice: former } of replaced) {
    emit({
      subject: { type: "recipient_request", id },
      kind: "recipient_request.decided",
      payload: { order_id, choice: former, state: "replaced" },
    });
  }
}

/** Stores the decision about a locked request. */
export async function decideRequest(
  context: Context<never>,
  before: RecipientRequestRow,
  { state, answer }: { state: RequestState; answer: string | null },
): Promise<void> {
  const { id, order_id, choice } = before;
  const decision: Changes<"recipient_request", RecipientRequestRow> = {
    state,
    answer: answer ?? before.answer,
    decided_by: context.actor.account_id,
    decided_at: context.now.toISOString(),
  };
  await RecipientRequestRecord.change(context, before, decision);
  context.emit({
    subject: { type: "recipient_request", id },
    kind: "recipient_request.decided",
    payload: { order_id, choice, state },
    before: { state: before.state },
    after: { state },
  });
}

export const LISTED_COLUMNS = `q.*, o.tracking_number, o.type, o.pickup, o.dropoff, o.status as order_status, a.name as decider,
  moved.day_change`;
export const LISTED_FROM = `recipient_request q join delivery_order o on o.business_id = $1 and o.id = q.order_id
  left join account a on a.business_id = $1 and a.id = q.decided_by
  left join lateral (
    select jsonb_build_object('scheduled_date', o.scheduled_date, 'changed_at', s.recorded_at,
        'changed_by', case when b.id is not null then jsonb_build_object('id', b.id, 'name', b.name) end) as day_change
      from (select e.seq, e.recorded_at, e.actor_id, e.payload->'state'->>'scheduled_date' as day,
          lag(e.payload->'state'->>'scheduled_date') over (order by e.seq) as former
          from event e where e.business_id = $1 and e.subject_type = 'order' and e.subject_id = o.id::text and e.payload ? 'state') s
      left join account b on b.business_id = $1 and b.id = s.actor_id
     where s.day = o.scheduled_date::text and s.day is distinct from s.former and s.recorded_at >= q.created_at
     order by s.seq desc limit 1
  ) moved on q.state = 'open' and q.choice = 'day' and o.scheduled_date not in (q.former_date, q.scheduled_date)`;

export interface ListedRow extends RecipientRequestRow {
  tracking_number: string;
  type: OrderRow["type"];
  pickup: OrderRow["pickup"];
  dropoff: OrderRow["dropoff"];
  order_status: string;
  decider: string | null;
  /** Of an open request for another day: the day that was planned since it was made, and by whom. */
  day_change: DayChange | null;
}

type Reader = Pick<Context, "db" | "business_id">;

/** Locks the request, not its order. */
export function lockListedRequest({ db, business_id }: Reader, id: number): Promise<ListedRow | undefined> {
  return db.row<ListedRow>(
    `select ${LISTED_COLUMNS} from ${LISTED_FROM} where q.business_id = $1 and q.id = $2 for update of q`,
    [business_id, id],
  );
}

export async function getListedRequest({ db, business_id }: Reader, id: number): Promise<ListedRow> {
  const row = await db.row<ListedRow>(
    `select ${LISTED_COLUMNS} from ${LISTED_FROM} where q.business_id = $1 and q.id = $2`,
    [business_id, id],
  );
  if (row === undefined) throw new Error("A locked request was gone.");
  return row;
}

interface DayChange {
  scheduled_date: string;
  changed_at: string;
  changed_by: { id: number; name: string } | null;
}

export function toRecipientRequest(row: ListedRow) {
  const { type, pickup, dropoff, decider, link_id: _link, business_id: _business, ...visible_members } = row;
  return {
    ...visible_members,
    day_change: row.day_change && {
      ...row.day_change,
      changed_at: new Date(row.day_change.changed_at).toISOString(),
    },
    name: getStopPlace({ type, pickup, dropoff })?.name ?? "",
    decided_by: row.decided_by === null ? null : { id: row.decided_by, name: decider ?? "" },
    can_decide: canDecide(row.state, row.choice, "accept"),
    can_answer: canDecide(row.state, row.choice, "answer"),
  };
}
