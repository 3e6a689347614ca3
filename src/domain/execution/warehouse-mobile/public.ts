/** The warehouse app for other families: parcels that are taken back were not sorted. */
export { unsortParcels } from "./records/parcel-sorting.ts";
