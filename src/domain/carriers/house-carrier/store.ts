/** The store of the house carrier in the database. Each method is a transaction of its own, as a call to another company is. */
import type pg from "pg";
import { type Db, inTransaction } from "#platform/db/db.ts";
import type { HouseCarrierStore } from "#providers/carriers/house/store.ts";
import { HouseManifestRecord, loadManifest } from "./records/house-manifest.ts";
import { cancelPickup, findPickup, HousePickupRecord } from "./records/house-pickup.ts";
import {
  HousePackageRecord,
  HouseShipmentRecord,
  loadManifested,
  loadShipments,
  putOnManifest,
} from "./records/house-shipment.ts";

export function openHouseCarrierStore(pool: pg.Pool, business_id: number): HouseCarrierStore {
  const transact = <T>(work: (db: Db) => Promise<T>) => inTransaction(pool, work);

  return {
    enterSale: ({ packages_minor, bought_at, ...sale }) =>
      transact(async (db) => {
        const context = { db, business_id, now: bought_at };
        const { reference, service, zone, shipment, charge_minor, currency, gs1_prefix } = sale;
        const row = await HouseShipmentRecord.insertIfAbsent(context, {
          reference,
          service,
          zone,
          shipment,
          charge_minor,
          currency,
          gs1_prefix,
          bought_at: bought_at.toISOString(),
        });
        if (row !== undefined) {
          const packages = packages_minor.map((charge, index) => ({
            shipment_id: row.id,
            position: index + 1,
            charge_minor: charge,
          }));
          await HousePackageRecord.insertMany(context, packages);
        }
        const [entered] = await loadShipments(db, business_id, [reference]);
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
        const cancelled_at = now.toISOString();
        for (const [id, state] of decide(shipment))
          await HousePackageRecord.change({ db, business_id, now }, { id }, { state, cancelled_at });
        return (await loadShipments(db, business_id, [reference]))[0] ?? null;
      }),

    enterManifest: ({ reference, from, date, created_at }, references) =>
      transact(async (db) => {
        const entered = await HouseManifestRecord.insertIfAbsent(
          { db, business_id, now: created_at },
          { reference, origin: from, date },
        );
        if (entered !== undefined) await putOnManifest(db, business_id, entered.id, references);
        const manifest = await loadManifest(db, business_id, reference);
        return { manifest, shipments: await loadManifested(db, business_id, manifest.id) };
      }),

    enterPickup: ({ reference, place, window_start, window_end, packages }) =>
      transact(async (db) => {
        await HousePickupRecord.insertIfAbsent(
          { db, business_id, now: window_start },
          {
            reference,
            place,
            window_start: window_start.toISOString(),
            window_end: window_end.toISOString(),
            packages,
          },
        );
        const entered = await findPickup(db, business_id, reference);
        if (entered === null) throw new Error("A pickup that was entered has no row.");
        return entered;
      }),

    findPickup: (reference) => transact((db) => findPickup(db, business_id, reference)),

    cancelPickup: (reference, now) => transact((db) => cancelPickup(db, business_id, reference, now)),
  };
}
