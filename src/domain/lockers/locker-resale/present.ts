/** A handover as its side sees it. */
import { findUse, isConnected } from "#domain/lockers/lockers/public.ts";
import { buildProofLink } from "#domain/tracking/tracking/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { Place } from "#vocabulary/place.ts";
import { findSide, type HandoverRow } from "./records/handover.ts";
import { listPhotos, type Photo } from "./records/photo.ts";
import {
  computeStorageFee,
  findNext,
  mayDispute,
  refusalToBuyer,
  refusalToReject,
  type Status,
} from "./rules.ts";

export interface HandoverView extends HandoverRow {
  seller_name: string;
  buyer_account_name: string | null;
  locker_name: string | null;
  place: Place | Record<string, never> | null;
  device_status: Parameters<typeof isConnected>[0]["status"] | null;
  compartment_code: string | null;
  compartment_status: Parameters<typeof findUse>[0] | null;
  door: "CLOSED" | "OPEN" | "UNKNOWN" | null;
  contents: string | null;
  held_until: string | null;
  is_inside: boolean;
}

/** `h` is the handover. */
export const HANDOVERS = `select h.*, s.name as seller_name, b.name as buyer_account_name, d.name as locker_name, d.place,
    d.status as device_status, c.code as compartment_code, c.status as compartment_status, c.door, c.contents,
    r.expires_at as held_until, coalesce(r.status in ('HELD', 'IN_USE'), false) as is_inside
  from resale_handover h
  join customer s on s.business_id = h.business_id and s.id = h.seller_customer_id
  left join customer b on b.business_id = h.business_id and b.id = h.buyer_customer_id
  left join locker_device d on d.business_id = h.business_id and d.id = h.device_id
  left join locker_compartment c on c.business_id = h.business_id and c.id = h.compartment_id
  left join locker_reservation r on r.business_id = h.business_id and r.id = h.reservation_id`;

type Reader = Pick<Context, "db" | "business_id" | "business" | "actor" | "now" | "settings">;

export function buildHandover(context: Reader, view: HandoverView, photos: readonly Photo[]) {
  const { now, settings, business, business_id } = context;
  const side = findSide(context, view) ?? "business";
  const { status, status_reason: cause, is_inside, compartment_status, door } = view;
  const is = (one: typeof side, ...statuses: Status[]) => side === one && statuses.includes(status);
  const use = is_inside && compartment_status !== null ? findUse(compartment_status) : null;
  const released = refusalToBuyer(status, cause) === null;
  const buyer_opens = side === "buyer" && released && use === "collect";
  const may_look = view.inspection_until === null || Date.parse(view.inspection_until) > now.getTime();
  const not_rejectable = refusalToReject(
    { door: door ?? "UNKNOWN", contents: view.contents ?? "UNKNOWN" },
    { inspection_until: view.inspection_until, has_photo: true, now },
  );
  const { place } = view;
  return {
    id: view.id,
    version: view.version,
    side,
    status,
    status_since: view.status_since,
    cause,
    ends_at: status === "DEPOSIT_RESERVED" ? view.held_until : view.ends_at,
    item: {
      title: view.title,
      description: view.description,
      size: view.size,
      width_mm: view.width_mm,
      height_mm: view.height_mm,
      depth_mm: view.depth_mm,
    },
    seller_customer_id: side === "business" ? view.seller_customer_id : null,
    seller_name: view.seller_name,
    buyer_customer_id: side === "business" ? view.buyer_customer_id : null,
    buyer_name: view.buyer_account_name ?? view.buyer_name,
    has_claim_link: view.link_id !== null,
    locker_id: view.device_id,
    locker_name: view.locker_name,
    place: place !== null && "line1" in place ? (place as Place) : null,
    is_locker_online: view.device_status !== null && isConnected({ status: view.device_status }),
    compartment_id: view.compartment_id,
    compartment_code: view.compartment_code,
    door: is_inside ? door : null,
    waits_for_staff: is_inside && use === null,
    awaits_answer: is_inside && (compartment_status === "LOADING" || compartment_status === "UNLOADING"),
    problem: view.problem,
    deposited_at: view.deposited_at,
    released_at: view.released_at,
    collect_days: view.collect_days ?? business.settings.resale_collect_days,
    collect_until: released ? view.ends_at : null,
    inspection_min: view.inspection_min,
    looked_at: view.looked_at,
    inspection_until: view.inspection_until,
    ended_at: view.ended_at,
    reject_reason: view.reject_reason,
    dispute_by: view.dispute_by,
    dispute_text: view.dispute_reason,
    fee_minor: side === "buyer" ? null : view.fee_minor,
    storage_fee_minor: side === "buyer" ? null : computeDue(view, now),
    currency: view.currency,
    photos: photos.map(({ file_id, side: by, moment, taken_at }) => ({
      file_id,
      side: by,
      moment: moment as Status,
      taken_at,
      url: buildProofLink(settings, business_id, file_id, now),
    })),
    can_reserve: is("seller", "LISTED"),
    can_deposit: is("seller", "DEPOSIT_RESERVED") && use === "deposit",
    can_release: is("seller", "DEPOSITED"),
    can_inspect: buyer_opens && view.inspection_min > 0 && may_look,
    can_collect: buyer_opens,
    can_reject: side === "buyer" && released && use !== null && not_rejectable === null,
    can_cancel:
      side !== "buyer" &&
      findNext(status, side === "seller" ? "cancelled" : "cancelled_by_staff") !== undefined,
    can_retrieve:
      (is("seller", "RETURN_TO_SELLER") && use === "collect") ||
      (is("business", "EXPIRED") && view.storage_from !== null),
    can_dispute: mayDispute(view, now),
    can_settle: is("business", "DISPUTED"),
  };
}

/** For storage until now, or until the seller had the item. */
export const computeDue = (
  { storage_from, storage_day_minor, ended_at, status }: HandoverRow,
  now: Date,
): number =>
  computeStorageFee(
    storage_from,
    storage_day_minor,
    status === "RETRIEVED" && ended_at !== null ? new Date(ended_at) : now,
  );

/** As it is stored now. */
export async function answerHandover(context: Reader, id: number) {
  const { db, business_id } = context;
  const [view, photos] = await Promise.all([
    db.row<HandoverView>(`${HANDOVERS} where h.business_id = $1 and h.id = $2`, [business_id, id]),
    listPhotos(context, [id]),
  ]);
  if (view === undefined) throw new Error(`The handover ${id} was gone.`);
  return { result: true, version: view.version, handover: buildHandover(context, view, photos) };
}
