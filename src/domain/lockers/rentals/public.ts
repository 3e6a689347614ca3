/** What other families may do with rentals: have staff take their bags to another locker, and tell the renter. */
export { formatRentalSubject, type RenterNotice, tellRenter } from "./notify.ts";
export { getRental, RentalRecord } from "./records/storage-rental.ts";
export { endRelay, requireStoredBags, storeBags, takeBags } from "./relay.ts";
export { rentalEmptied } from "./topics.ts";
