/** Links to orders: what they may call, how they are shown, and which order a number means to its reader. */
import Type from "typebox";
import { findOrder, getVisibility, isVisible } from "#domain/orders/orders/public.ts";
import { CHOICES, listAllowedChoices } from "#domain/orders/recipient-requests/public.ts";
import { resolveNumber } from "#domain/tracking/tracking/public.ts";
import {
  getLinkState,
  LINK_MEMBERS,
  type LinkedRecord,
  type StoredLink,
} from "#operation/caller/link-store.ts";
import type { Context } from "#operation/define/context.ts";
import { defineGet } from "#operation/define/get.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "./messages.ts";

export const SUBJECT = "order";
export const LINKS_MAX = 20;

/** What a link shows beside status and timeline, by the operation that shows it. */
export const SHOWN_BY = { proofs: "trackingSharedProofs", position: "trackingSharedPosition" } as const;
type ShownPart = keyof typeof SHOWN_BY;
export const SHOWN_PARTS = Object.keys(SHOWN_BY) as ShownPart[];

export const TRACKING_OPERATION = "trackingShared";

/** Shows the notifications of the recipient. A link may have it whatever it shows. */
export const NOTIFICATIONS_OPERATION = "trackingSharedNotifications";

export const ShareLink = Type.Object(
  {
    id: Ref("share_link"),
    ...LINK_MEMBERS,
    shows: Type.Array(StringEnum(SHOWN_PARTS), { description: "Beside status and timeline." }),
    allows: Type.Array(StringEnum(CHOICES), {
      description: "What the recipient may ask for by it, while the business offers it.",
    }),
  },
  { $id: "ShareLink" },
);

export function toShareLink(
  { operations, subject_id: _subject, ...link }: StoredLink,
  now: Date,
): Type.Static<typeof ShareLink> {
  return {
    ...link,
    state: getLinkState(link, now),
    shows: SHOWN_PARTS.filter((part) => operations.includes(SHOWN_BY[part])),
    allows: listAllowedChoices(new Set(operations)),
  };
}

/** The order of a number, if the caller may read it; undefined is the same for any other number. */
async function findSharedOrder(
  context: Pick<Context, "db" | "business_id" | "actor" | "record_kinds">,
  number: string,
): Promise<{ subject: LinkedRecord; tracking_number: string } | undefined> {
  const { db, business_id, actor } = context;
  const resolved_number = await resolveNumber(context, number);
  if (resolved_number === undefined || resolved_number.subject.type !== SUBJECT) return undefined;
  const order = await findOrder(db, business_id, resolved_number.subject.id);
  if (order === undefined || !isVisible(getVisibility(actor), order)) return undefined;
  return { subject: { type: SUBJECT, id: order.id }, tracking_number: resolved_number.tracking_number };
}

export const getSharedOrder = defineGet(findSharedOrder, messages.unknown_number);
