/** Links to orders: what they may call, how they are shown, and which order a number means to its reader. */
import Type from "typebox";
import { findOrder, getVisibility, isVisible } from "#domain/orders/orders/public.ts";
import { normalizeNumber, resolveNumber } from "#domain/tracking/tracking/public.ts";
import type { LinkSubject, StoredLink } from "#operation/caller/link-store.ts";
import type { Context } from "#operation/define/context.ts";
import { Count, Id, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";

export const SUBJECT = "order";
export const LINKS_MAX = 20;

/** What a link shows beside status and timeline, by the operation that shows it. */
export const SHOWN_BY = { proofs: "trackingSharedProofs", position: "trackingSharedPosition" } as const;
type Shown = keyof typeof SHOWN_BY;
export const SHOWN = Object.keys(SHOWN_BY) as Shown[];

export const TRACKING_OPERATION = "trackingShared";

export const ShareLink = Type.Object(
  {
    id: Id,
    state: StringEnum(["open", "expired", "revoked"]),
    shows: Type.Array(StringEnum(SHOWN), { description: "Beside status and timeline." }),
    note: Nullable(Type.String()),
    created_at: Timestamp,
    created_by: Nullable(Id),
    expires_at: Timestamp,
    revoked_at: Nullable(Timestamp),
    uses: Count,
    last_used_at: Nullable(Timestamp),
  },
  { $id: "ShareLink" },
);

export function toShareLink({ operations, ...link }: StoredLink, now: Date): Type.Static<typeof ShareLink> {
  const is_over = Date.parse(link.expires_at) <= now.getTime();
  return {
    ...link,
    state: link.revoked_at !== null ? "revoked" : is_over ? "expired" : "open",
    shows: SHOWN.filter((shown) => operations.includes(SHOWN_BY[shown])),
  };
}

/** The order of a number, if the caller may read it; undefined is the same for any other number. */
export async function findSharedOrder(
  context: Pick<Context, "db" | "business_id" | "actor" | "subjects">,
  number: string,
): Promise<{ subject: LinkSubject; tracking_number: string } | undefined> {
  const { db, business_id, actor } = context;
  const found = await resolveNumber(context, normalizeNumber(number));
  if (found === undefined || found.subject.type !== SUBJECT) return undefined;
  const order = await findOrder(db, business_id, found.subject.id);
  if (order === undefined || !isVisible(getVisibility(actor), order)) return undefined;
  return { subject: { type: SUBJECT, id: order.id }, tracking_number: found.tracking_number };
}
