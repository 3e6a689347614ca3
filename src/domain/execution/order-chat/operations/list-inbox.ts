/** The conversations of the business, those with the latest message first. */

import Type from "typebox";
import { selectName } from "#operation/caller/people.ts";
import { defineList, filter } from "#operation/define/list.ts";
import { Count, Id, Nullable, OrderId, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { getParticipant } from "../records/chat.ts";
import { PARTICIPANT_ROLES, type ParticipantRole } from "../rules.ts";

const SORT = [
  { sql: "c.last_message_at", member: "last_message_at", type: "timestamptz", descending: true },
  { sql: "c.order_id", member: "order_id", type: "bigint", descending: true },
] as const;

/** Of the conversation `c`, for the caller. */
const UNREAD = `from order_chat_message m where m.business_id = $1 and m.order_id = c.order_id and m.deleted_at is null
  and m.author_account_id <> $account_id and m.seq > coalesce((select k.read_seq from order_chat_read k
    where k.business_id = $1 and k.order_id = c.order_id and k.account_id = $account_id), 0)`;
const IS_ABOUT_DRIVER = `c.order_id in (select i.id from delivery_order i join route r on r.business_id = $1 and r.id = i.route_id
    where i.business_id = $1 and r.driver_id = $driver_id
    union all select i.order_id from instant_job i where i.business_id = $1 and i.driver_id = $driver_id)`;
const EXCERPT = 200;

interface InboxRow {
  order_id: number;
  tracking_number: string;
  order_status: string;
  recipient: string | null;
  needs_answer: boolean;
  unread: number;
  last_seq: number;
  last_message_at: string;
  last_author_role: ParticipantRole | null;
  last_author_name: string | null;
  last_text: string | null;
  last_attachments: number;
}

export const listInbox = defineList({
  name: "orderChatInbox",
  summary: "List conversations about orders",
  access: { scopes: ["chat:read"] },
  feature: "order_chat",
  rest: { method: "GET", path: "/api/v1/order-chat/inbox" },
  localised: true,
  filters: {
    unread: filter(
      Type.Boolean({ description: "With messages that you have not read, or without." }),
      `exists (select ${UNREAD}) = $unread`,
    ),
    needs_answer: filter(
      Type.Boolean({ description: "The latest message is not of somebody of the business." }),
    ),
    route_id: filter(
      Ref("route", { ...Id, description: "About the orders of this route." }),
      "c.order_id in (select i.id from delivery_order i where i.business_id = $1 and i.route_id = $route_id)",
    ),
    driver_id: filter(
      Ref("driver", {
        ...Id,
        description: "About orders on routes of this driver, or of jobs of this rider.",
      }),
      IS_ABOUT_DRIVER,
    ),
  },
  rows: {
    conversations: Type.Array(
      Type.Object({
        order_id: Ref("order", OrderId),
        tracking_number: Type.String(),
        order_status: Type.String(),
        recipient: Type.String({ description: "The name at the address; empty where there is none." }),
        needs_answer: Type.Boolean(),
        unread: Count,
        last_seq: Type.Integer(),
        last_message_at: Timestamp,
        last_author: Nullable(Type.Object({ role: StringEnum(PARTICIPANT_ROLES), name: Type.String() })),
        last_text: Type.String({ description: `Its first ${EXCERPT} characters.` }),
        last_attachments: Count,
      }),
    ),
  },
  from: "order_chat c",
  select: `select c.order_id, o.tracking_number, o.status as order_status, c.needs_answer, c.last_seq, c.last_message_at,
      coalesce(o.dropoff ->> 'name', o.pickup ->> 'name') as recipient, (select count(*)::int ${UNREAD}) as unread,
      l.author_role as last_author_role, ${selectName("l.author_account_id")} as last_author_name, left(l.text, ${EXCERPT}) as last_text,
      (select count(*)::int from order_chat_attachment t where t.business_id = $1 and t.message_id = l.id) as last_attachments
    from order_chat c join delivery_order o on o.business_id = $1 and o.id = c.order_id
      left join order_chat_message l on l.business_id = $1 and l.order_id = c.order_id and l.seq = c.last_seq`,
  where: "c.last_message_at is not null",
  order: SORT,
  values: (context) => ({ account_id: getParticipant(context).account_id }),
  build: ({ last_author_role, last_author_name, last_text, recipient, ...row }: InboxRow) => ({
    ...row,
    recipient: recipient ?? "",
    last_author: last_author_role === null ? null : { role: last_author_role, name: last_author_name ?? "" },
    last_text: last_text ?? "",
  }),
});
