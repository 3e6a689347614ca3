/**
 * The links of guests: who holds the one of a reservation may change it; that of an entry leaves the waitlist; that of an offer
 * accepts it. The tokens are stored as hashes; that of a reservation also encrypted, because each message has it.
 */
import { createLink, revokeLink } from "#operation/caller/link-store.ts";
import type { Context } from "#operation/define/context.ts";
import { decryptText, encryptText } from "#platform/auth/secrets.ts";
import { RESERVATION, ReservationRecord, type ReservationRow } from "./records/reservation.ts";

export const MANAGE_OPERATIONS = {
  get: "reservationManaged",
  move: "reservationManagedMove",
  cancel: "reservationManagedCancel",
  confirm: "reservationManagedConfirm",
  code: "reservationManagedCode",
  checkout: "reservationManagedCheckout",
  calendar: "reservationManagedCalendar",
} as const;

export const ENTRY_OPERATIONS = { get: "waitlistOwnEntry", leave: "waitlistLeave" } as const;

export const OFFER_OPERATIONS = {
  get: "waitlistOffer",
  accept: "waitlistOfferAccept",
  decline: "waitlistOfferDecline",
} as const;

/** After the slot, so that a guest can still read where it was. */
const LIFE_AFTER_MS = 30 * 24 * 3_600_000;

export const computeLinkEnd = (ends_at: string | Date): Date =>
  new Date(new Date(ends_at).getTime() + LIFE_AFTER_MS);

/** The pages of guests. The token is in the fragment, which browsers send to nobody. */
export const buildManageUrl = (base_url: string, token: string): string =>
  `${base_url}/reservation#link=${token}`;
export const buildEntryUrl = (base_url: string, token: string): string =>
  `${base_url}/waitlist#link=${token}`;
export const buildOfferUrl = (base_url: string, token: string): string =>
  `${base_url}/waitlist/offer#link=${token}`;

/** Gives a reservation its link. */
export async function addManageLink(
  context: Context<never>,
  row: ReservationRow,
  ends_at: string,
): Promise<{ row: ReservationRow; token: string }> {
  const { token, link } = await createLink(context, {
    record: { type: RESERVATION, id: row.id },
    operations: Object.values(MANAGE_OPERATIONS),
    note: null,
    expires_at: computeLinkEnd(ends_at),
  });
  const link_sealed = encryptText(context.settings.secret_key, token);
  return { row: await ReservationRecord.change(context, row, { link_id: link.id, link_sealed }), token };
}

/** Null where it has none. */
export function readManageToken(
  { settings }: Pick<Context<never>, "settings">,
  { link_sealed }: Pick<ReservationRow, "link_sealed">,
): string | null {
  return link_sealed === null ? null : decryptText(settings.secret_key, link_sealed);
}

export async function endLink(
  context: Context<never>,
  type: string,
  { id, link_id }: { id: number; link_id: number | null },
): Promise<void> {
  if (link_id !== null) await revokeLink(context, { type, ids: [id] }, link_id);
}

/** The calendar of a bookable, for whoever has its address. */
export const FEED = {
  name: "bookableFeed",
  path: "/api/v1/reservations/public/feeds/{link}",
} as const;
