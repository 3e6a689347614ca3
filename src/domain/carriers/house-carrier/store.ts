/** The store of the house carrier in the database. Each method is a transaction of its own, as a call to another company is. */
import type pg from "pg";
import { type Db, inTransaction } from "#platform/db/db.ts";
import type {
  HouseCarrierStore,
  HouseManifest,
  HousePackage,
  HousePickup,
  HouseShipment,
} from "#providers/carriers/house/store.ts";
import type { Shipment } from "#providers/carriers/port.ts";
import type { Place } from "#vocabulary/place.ts";
import type { HouseManifestRow, HousePackageRow, HousePickupRow, HouseShipmentRow } from "./tables.ts";

type WithManifest = HouseShipmentRow & { manifest_reference: string | null; manifested_at: string | null };

const SHIPMENTS = `select s.*, m.reference as manifest_reference, m.created_at as manifested_at
  from house_shipment s left join house_manifest m on m.business_id = s.business_id and m.id = s.manifest_id
 where s.business_id = $1`;

export function openHouseCarrierStore(pool: pg.Pool, business_id: number): HouseCarrierStore {
  const transact = <T>(work: (db: Db) => Promise<T>) => inTransaction(pool, work);

  return {
    enterSale: (sale) =>
      transact(async (db) => {
        const row = await db.row<{ id: number }>(
          `insert into house_shipment (business_id, reference, service, zone, shipment, charge_minor, currency, gs1_prefix,
             bought_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (business_id, reference) do nothing returning id`,
          [
            business_id,
            sale.reference,
            sale.service,
            sale.zone,
            JSON.stringify(sale.shipment),
            sale.charge_minor,
            sale.currency,
            sale.gs1_prefix,
            sale.bought_at,
          ],
        );
        if (row !== undefined)
          await db.execute(
            `insert into house_package (business_id, shipment_id, position, charge_minor)
             select $1, $2, n, charge from unnest($3::bigint[]) with ordinality as charged(charge, n)`,
            [business_id, row.id, sale.packages_minor],
          );
        const [entered] = await loadShipments(db, business_id, [sale.reference]);
        if (entered === undefined) throw new Error("A sale that was entered has no row.");
        return entered;
      }),

    findShipments: (references) => transact((db) => loadShipments(db, business_id, references)),

    findByPackage: (package_id) =>
      transact(async (db) => {
        const row = await db.row<{ reference: string }>(
          `select s.reference from house_package p
             join house_shipment s on s.business_id = p.business_id and s.id = p.shipment_id
            where p.business_id = $1 and p.id = $2`,
          [business_id, package_id],
        );
        return row === undefined
          ? null
          : ((await loadShipments(db, business_id, [row.reference]))[0] ?? null);
      }),

    changePackages: (reference, decide, now) =>
      transact(async (db) => {
        // The shipment's lock: a manifest takes it too, so what is decided on cannot be put on one meanwhile.
        await db.row("select id from house_shipment where business_id = $1 and reference = $2 for update", [
          business_id,
          reference,
        ]);
        const [shipment] = await loadShipments(db, business_id, [reference]);
        if (shipment === undefined) return null;
        for (const [package_id, state] of decide(shipment))
          await db.execute(
            "update house_package set state = $3, cancelled_at = $4 where business_id = $1 and id = $2",
            [business_id, package_id, state, now],
          );
        return (await loadShipments(db, business_id, [reference]))[0] ?? null;
      }),

    enterManifest: (manifest, references) =>
      transact(async (db) => {
        const entered = await db.row<{ id: number }>(
          `insert into house_manifest (business_id, reference, origin, date, created_at) values ($1, $2, $3, $4, $5)
           on conflict (business_id, reference) do nothing returning id`,
          [
            business_id,
            manifest.reference,
            JSON.stringify(manifest.from),
            manifest.date,
            manifest.created_at,
          ],
        );
        if (entered !== undefined) {
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
            [business_id, references, entered.id],
          );
        }
        return loadManifest(db, business_id, manifest.reference);
      }),

    enterPickup: (pickup) =>
      transact(async (db) => {
        await db.execute(
          `insert into house_pickup (business_id, reference, place, window_start, window_end, packages)
           values ($1, $2, $3, $4, $5, $6) on conflict (business_id, reference) do nothing`,
          [
            business_id,
            pickup.reference,
            JSON.stringify(pickup.place),
            pickup.window_start,
            pickup.window_end,
            pickup.packages,
          ],
        );
        const entered = await db.row<HousePickupRow>(
          "select * from house_pickup where business_id = $1 and reference = $2",
          [business_id, pickup.reference],
        );
        if (entered === undefined) throw new Error("A pickup that was entered has no row.");
        return toPickup(entered);
      }),

    findPickup: (reference) =>
      transact(async (db) => {
        const row = await db.row<HousePickupRow>(
          "select * from house_pickup where business_id = $1 and reference = $2",
          [business_id, reference],
        );
        return row === undefined ? null : toPickup(row);
      }),

    cancelPickup: (reference, now) =>
      transact(async (db) => {
        const row = await db.row<HousePickupRow>(
          `update house_pickup set cancelled_at = coalesce(cancelled_at, $3)
            where business_id = $1 and reference = $2 returning *`,
          [business_id, reference, now],
        );
        return row === undefined ? null : toPickup(row);
      }),
  };
}

/** In the order of the references. */
async function loadShipments(
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

async function loadManifest(db: Db, business_id: number, reference: string) {
  const row = await db.row<HouseManifestRow>(
    "select * from house_manifest where business_id = $1 and reference = $2",
    [business_id, reference],
  );
  if (row === undefined) throw new Error("A manifest that was entered has no row.");
  const rows = await db.rows<WithManifest>(`${SHIPMENTS} and s.manifest_id = $2 order by s.id`, [
    business_id,
    row.id,
  ]);
  const manifest: HouseManifest = {
    id: row.id,
    reference,
    from: row.origin as Place,
    date: row.date,
    created_at: new Date(row.created_at),
  };
  return { manifest, shipments: await addPackages(db, business_id, rows) };
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
    shipment: row.shipment as Shipment,
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

const toPickup = ({
  place,
  window_start,
  window_end,
  cancelled_at,
  ...row
}: HousePickupRow): HousePickup => ({
  id: row.id,
  reference: row.reference,
  packages: row.packages,
  place: place as Place,
  window_start: new Date(window_start),
  window_end: new Date(window_end),
  cancelled_at: cancelled_at === null ? null : new Date(cancelled_at),
});
