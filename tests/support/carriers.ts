/** For tests of carriers: failures as values, and the store of the house carrier in memory. */
import assert from "node:assert/strict";
import type {
  HouseCarrierStore,
  HouseManifest,
  HousePickup,
  HouseShipment,
} from "#providers/carriers/house/store.ts";
import { CarrierFailed } from "#providers/carriers/port.ts";

export async function catchFailure(calling: Promise<unknown>): Promise<CarrierFailed> {
  try {
    await calling;
  } catch (error) {
    assert(error instanceof CarrierFailed, String(error));
    return error;
  }
  throw new assert.AssertionError({ message: "It succeeded." });
}

export function createMemoryStore(): HouseCarrierStore {
  const shipments = new Map<string, HouseShipment>();
  const manifests = new Map<string, HouseManifest>();
  const pickups = new Map<string, HousePickup>();
  let last = 0;
  const next = () => {
    last += 1;
    return last;
  };
  const onManifest = (reference: string) =>
    [...shipments.values()].filter((one) => one.manifest_reference === reference);
  return {
    async enterSale({ packages_minor, ...sale }) {
      const known_shipment = shipments.get(sale.reference);
      if (known_shipment !== undefined) return known_shipment;
      const sold: HouseShipment = {
        ...structuredClone(sale),
        id: next(),
        packages: packages_minor.map((charge_minor) => ({
          id: next(),
          charge_minor,
          state: "bought",
          cancelled_at: null,
        })),
        manifest_reference: null,
        manifested_at: null,
      };
      shipments.set(sale.reference, sold);
      return sold;
    },
    findShipments: async (references) => references.flatMap((one) => shipments.get(one) ?? []),
    findByPackage: async (id) =>
      [...shipments.values()].find(({ packages }) => packages.some((one) => one.id === id)) ?? null,
    async changePackages(reference, decide, now) {
      const shipment = shipments.get(reference);
      if (shipment === undefined) return null;
      const changes = decide(shipment);
      const changed = {
        ...shipment,
        packages: shipment.packages.map((one) => {
          const state = changes.get(one.id);
          return state === undefined ? one : { ...one, state, cancelled_at: now };
        }),
      };
      shipments.set(reference, changed);
      return changed;
    },
    async enterManifest(manifest, references) {
      const known_manifest = manifests.get(manifest.reference);
      if (known_manifest !== undefined)
        return { manifest: known_manifest, shipments: onManifest(manifest.reference) };
      const entered = { ...manifest, id: next() };
      manifests.set(manifest.reference, entered);
      for (const reference of references) {
        const shipment = shipments.get(reference);
        if (shipment === undefined || shipment.manifest_reference !== null) continue;
        if (shipment.packages.every(({ state }) => state === "voided")) continue;
        shipments.set(reference, {
          ...shipment,
          manifest_reference: manifest.reference,
          manifested_at: manifest.created_at,
        });
      }
      return { manifest: entered, shipments: onManifest(manifest.reference) };
    },
    async enterPickup(pickup) {
      const known_pickup = pickups.get(pickup.reference);
      if (known_pickup !== undefined) return known_pickup;
      const entered = { ...pickup, id: next(), cancelled_at: null };
      pickups.set(pickup.reference, entered);
      return entered;
    },
    findPickup: async (reference) => pickups.get(reference) ?? null,
    async cancelPickup(reference, now) {
      const pickup = pickups.get(reference);
      if (pickup === undefined) return null;
      const cancelled = { ...pickup, cancelled_at: pickup.cancelled_at ?? now };
      pickups.set(reference, cancelled);
      return cancelled;
    },
  };
}
