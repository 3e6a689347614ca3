/** Topics of transfers; subscribers of other families run in the same transaction. */
import { defineTopic } from "#operation/define/topic.ts";

/** The move of these parcels is undone: what was done with them at their destination did not happen. */
export const parcelMovesUndone = defineTopic<{ parcel_ids: readonly number[] }>("transfer.moves_undone");
