/** Reservations, from the hold to the visit. */
import { randomInt } from "node:crypto";
import type { Context } from "#operation/define/context.ts";
import { expectRecord } from "#operation/define/get.ts";
import { defineRecord, type NewRow, type Row } from "#operation/define/record.ts";
import { messages } from "../messages.ts";
import type { EndCause, PaymentStatus, ReservationStatus, Source } from "../rules.ts";
import type { BookableRow } from "./bookable.ts";

export const RESERVATION = "reservation";

export interface ReservationRow extends Row<"reservation"> {
  status: ReservationStatus;
  source: Source;
  end_cause: EndCause | null;
  payment_status: PaymentStatus;
  form: Record<string, unknown>;
}

export const ReservationRecord = defineRecord<"reservation", ReservationRow>(
  "reservation",
  messages.no_reservation,
);

type BookableFacts = Pick<
  BookableRow,
  "time_zone" | "kind" | "street_address" | "cutoff_minutes" | "verified_contact" | "confirmation_note"
>;

/** With what is shown of its slot and bookable. */
export interface ReservationView extends ReservationRow, BookableFacts {
  starts_at: string;
  ends_at: string;
  bookable_code: string;
  bookable_name: string;
}

/** `r` is the reservation, `s` its slot, `b` its bookable. */
export const RESERVATIONS = `select r.*, s.starts_at, s.ends_at, b.code as bookable_code, b.name as bookable_name, b.time_zone,
    b.kind, b.street_address, b.cutoff_minutes, b.verified_contact, b.confirmation_note
  from reservation r
  join bookable_slot s on s.business_id = r.business_id and s.id = r.slot_id
  join bookable b on b.business_id = r.business_id and b.id = r.bookable_id`;

export async function getReservationView(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  id: number,
): Promise<ReservationView> {
  return expectRecord(
    await db.row<ReservationView>(`${RESERVATIONS} where r.business_id = $1 and r.id = $2`, [
      business_id,
      id,
    ]),
    messages.no_reservation,
  );
}

/** Nothing that is mistaken for something else when it is read aloud or typed. */
const ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
const CODE_LENGTH = 7;

function generateCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}

type NewReservation = Omit<NewRow<"reservation", ReservationRow>, "code">;

/** Stores a reservation with a code that no other of the business has. */
export async function insertReservation(
  context: Parameters<typeof ReservationRecord.insert>[0],
  row: NewReservation,
): Promise<ReservationRow> {
  for (;;) {
    const inserted = await ReservationRecord.insertIfAbsent(context, {
      ...row,
      code: generateCode(),
    } as NewRow<"reservation", ReservationRow>);
    if (inserted !== undefined) return inserted;
  }
}
