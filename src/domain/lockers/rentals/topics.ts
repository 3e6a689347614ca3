/** What families that act on rentals act on. */
import { defineTopic } from "#operation/define/topic.ts";
import type { StorageRentalRow } from "./records/storage-rental.ts";

/** A rental whose locker is locked was emptied, by the renter or by staff: nothing of it is in its compartment any more. */
export const rentalEmptied = defineTopic<{ rental: StorageRentalRow; at: Date }>("storage_rental.emptied");
