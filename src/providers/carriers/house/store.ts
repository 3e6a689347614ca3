/**
 * The store of the house carrier: what it has sold, as any carrier records it. Where they are stored is left to the service;
 * every method is one transaction of its own.
 */
import type { Place } from "#vocabulary/place.ts";
import type { PackageState, Shipment } from "../port.ts";
import type { RateCard } from "./rate-card.ts";

export interface HousePackage {
  /** The serial number of its SSCC. */
  id: number;
  charge_minor: number;
  state: Extract<PackageState, "bought" | "voided" | "refund_requested">;
  /** When it was voided, or its refund was requested. */
  cancelled_at: Date | null;
}

interface HouseSale {
  reference: string;
  service: string;
  zone: number;
  shipment: Shipment;
  charge_minor: number;
  currency: string;
  gs1_prefix: string;
  /** Charge of each package. */
  packages_minor: readonly number[];
  bought_at: Date;
}

export interface HouseShipment extends Omit<HouseSale, "packages_minor"> {
  id: number;
  packages: readonly HousePackage[];
  manifest_reference: string | null;
  manifested_at: Date | null;
}

export interface HouseManifest {
  id: number;
  reference: string;
  from: Place;
  date: string;
  created_at: Date;
}

export interface HousePickup {
  id: number;
  reference: string;
  place: Place;
  window_start: Date;
  window_end: Date;
  packages: number;
  cancelled_at: Date | null;
}

/** What becomes of packages, by id. */
export type PackageChange = ReadonlyMap<number, "voided" | "refund_requested">;

export interface HouseCarrierStore {
  /** Enters a sale, unless its reference is known; the shipment as it is stored. */
  enterSale(sale: HouseSale): Promise<HouseShipment>;
  findShipments(references: readonly string[]): Promise<HouseShipment[]>;
  findByPackage(package_id: number): Promise<HouseShipment | null>;
  /** Locks a shipment, has its packages changed, and returns it as it is then; null when there is none. */
  changePackages(
    reference: string,
    decide: (shipment: HouseShipment) => PackageChange,
    now: Date,
  ): Promise<HouseShipment | null>;
  /** Enters a manifest, unless its reference is known, and puts on it those shipments that are on none and not voided. */
  enterManifest(
    manifest: Omit<HouseManifest, "id">,
    references: readonly string[],
  ): Promise<{ manifest: HouseManifest; shipments: HouseShipment[] }>;
  /** Enters a pickup, unless its reference is known. */
  enterPickup(pickup: Omit<HousePickup, "id" | "cancelled_at">): Promise<HousePickup>;
  findPickup(reference: string): Promise<HousePickup | null>;
  /** Null when there is none. One that is cancelled stays so. */
  cancelPickup(reference: string, now: Date): Promise<HousePickup | null>;
}

/** An account at the house carrier: that of one business. */
export interface HouseAccount {
  store: HouseCarrierStore;
  /** The shipper's name on labels and manifests. */
  name: string;
  currency: string;
  language: string;
  gs1_prefix: string;
  rate_card: RateCard;
  now: Date;
}
