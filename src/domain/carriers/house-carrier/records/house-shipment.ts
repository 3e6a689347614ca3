/** Shipments that the house sold, with their packages. */
import { defineRecord, type Row } from "#operation/define/record.ts";
import type { Db } from "#platform/db/db.ts";
import type { HousePackage, HouseShipment } from "#providers/carriers/house/store.ts";
import type { Shipment } from "#providers/carriers/port.ts";

interface HouseShipmentRow extends Row<"house_shipment"> {
  shipment: Shipment;
}

interface HousePackageRow extends Row<"house_package"> {
  state: HousePackage["state"];
}

export const HouseShipmentRecord = defineRecord<"house_shipment", HouseShipmentRow>("house_shipment");
export const HousePackageRecord = defineRecord<"house_package", HousePackageRow>("house_package");

type WithManifest = HouseShipmentRow & { manifest_reference: string | null; manifested_at: string | null };

const SHIPMENTS = `select s.*, m.reference as manifest_reference, m.created_at as manifested_at
  from house_shipment s left join house_manifest m on m.business_id = s.business_id and m.id = s.manifest_id
 where s.business_id = $1`;

/** In the order of the references. */
export async function loadShipments(
  db: Db,
  business_id: number,
  references: readonly string[],
): Promise<HouseShipment[]> {
  const rows = await db.rows<WithManifest>(
    `${SHIPMENTS} and s.reference = any($2::text[]) order by array_position($2::text[], s.reference)`,
    [business_id, references],
  );
  return addPackages(db, business_id, rows);
}

export async function loadManifested(
  db: Db,
  business_id: number,
  manifest_id: number,
): Promise<HouseShipment[]> {
  const rows = await db.rows<WithManifest>(`${SHIPMENTS} and s.manifest_id = $2 order by s.id`, [
    business_id,
    manifest_id,
  ]);
  return addPackages(db, business_id, rows);
}

async function addPackages(
  db: Db,
  business_id: number,
  rows: readonly WithManifest[],
): Promise<HouseShipment[]> {
  const packages = await db.rows<HousePackageRow>(
    "select * from house_package where business_id = $1 and shipment_id = any($2::bigint[]) order by position",
    [business_id, rows.map(({ id }) => id)],
  );
  return rows.map(({ manifest_id: _manifest, business_id: _business, ...row }) => ({
    ...row,
    bought_at: new Date(row.bought_at),
    manifested_at: row.manifested_at === null ? null : new Date(row.manifested_at),
    packages: packages.filter(({ shipment_id }) => shipment_id === row.id).map(toPackage),
  }));
}

const toPackage = ({ id, charge_minor, state, cancelled_at }: HousePackageRow): HousePackage => ({
  id,
  charge_minor,
  state,
  cancelled_at: cancelled_at === null ? null : new Date(cancelled_at),
});

/** Puts shipments on a manifest that are on none and have a package that was not voided. */
export async function putOnManifest(
  db: Db,
  business_id: number,
  manifest_id: number,
  references: readonly string[],
): Promise<void> {
  await db.rows(
    `select id from house_shipment where business_id = $1 and reference = any($2::text[])
      order by id for update`,
    [business_id, references],
  );
  await db.execute(
    `update house_shipment set manifest_id = $3
      where business_id = $1 and reference = any($2::text[]) and manifest_id is null
        and exists (select from house_package p where p.business_id = $1 and p.shipment_id = house_shipment.id
          and p.state <> 'voided')`,
    [business_id, references, manifest_id],
  );
}
