/** Manifests of the house. */
import { defineRecord, type Row } from "#operation/define/record.ts";
import type { Db } from "#platform/db/db.ts";
import type { HouseManifest } from "#providers/carriers/house/store.ts";
import type { Place } from "#vocabulary/place.ts";

interface HouseManifestRow extends Row<"house_manifest"> {
  origin: Place;
}

export const HouseManifestRecord = defineRecord<"house_manifest", HouseManifestRow>("house_manifest");

export async function loadManifest(db: Db, business_id: number, reference: string): Promise<HouseManifest> {
  const row = await db.row<HouseManifestRow>(
    "select * from house_manifest where business_id = $1 and reference = $2",
    [business_id, reference],
  );
  if (row === undefined) throw new Error("A manifest that was entered has no row.");
  const { id, origin, date, created_at } = row;
  return { id, reference, from: origin, date, created_at: new Date(created_at) };
}
