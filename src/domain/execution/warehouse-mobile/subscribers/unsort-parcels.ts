/** Parcels whose move is undone were not sorted. */
import { parcelMovesUndone } from "#domain/execution/transfers/public.ts";
import { subscribe } from "#operation/define/topic.ts";
import { unsortParcels } from "../records/parcel-sorting.ts";

export const unsortMovedParcels = subscribe(parcelMovesUndone, (context, { parcel_ids }) =>
  unsortParcels(context, parcel_ids),
);
