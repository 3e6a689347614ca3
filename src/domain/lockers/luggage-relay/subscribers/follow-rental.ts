/** The renter, or staff without a relay, took the bags before it began: there is nothing left to bring. */
import { rentalEmptied } from "#domain/lockers/rentals/public.ts";
import { subscribe } from "#operation/define/topic.ts";
import { changeRelay } from "../custody.ts";
import { RelayRecord, type RelayRow } from "../records/relay.ts";

export const followRental = subscribe(rentalEmptied, async (context, { rental, at }) => {
  if (rental.is_relayed) return;
  const { db, business_id } = context;
  const row = await db.row<RelayRow>(
    "select * from luggage_relay where business_id = $1 and rental_id = $2 and status = 'STORED_IN_LOCKER' for update",
    [business_id, rental.id],
  );
  const relay = row === undefined ? undefined : await RelayRecord.lock(context, row.id);
  if (relay !== undefined)
    await changeRelay(context, relay, { status: "COLLECTED" }, { kind: "relay.ended", at });
});
