/**
 * Carriers that sell labels. A business has accounts at several; each kind of carrier is one folder beside this file.
 * Nothing here is called inside a transaction of ours.
 *
 * A purchase is identified by our reference of the shipment: `buy` with a reference that the carrier knows returns the
 * purchase it has, and `find` returns what the carrier holds, so that a lost answer is found again and nothing is bought
 * twice.
 */
import type { Place } from "#vocabulary/place.ts";
import type { HouseAccount } from "./house/store.ts";

const LABEL_FORMATS = ["pdf", "png", "zpl"] as const;
export type LabelFormat = (typeof LABEL_FORMATS)[number];

export interface Package {
  weight_g: number;
  /** Outer dimensions; null where nobody measured. */
  length_mm: number | null;
  width_mm: number | null;
  height_mm: number | null;
  description: string;
  /** Our own name for it, printed where the carrier has room. */
  reference: string;
}

const CONTENTS_TYPES = ["merchandise", "gift", "documents", "sample", "returned_goods", "other"] as const;
const NON_DELIVERY_CHOICES = ["return", "abandon"] as const;

interface CustomsLine {
  description: string;
  /** ISO 3166-1 alpha-2. */
  origin_country: string;
  /** Harmonised System, digits. */
  hs_code: string;
  /** Pieces; value and weight are of all of them together. */
  quantity: number;
  value_minor: number;
  weight_g: number;
}

export interface Customs {
  contents_type: (typeof CONTENTS_TYPES)[number];
  contents_explanation: string;
  non_delivery: (typeof NON_DELIVERY_CHOICES)[number];
  signer: string;
  /** ISO 4217, of all values. */
  currency: string;
  lines: readonly CustomsLine[];
}

export interface Shipment {
  from: Place;
  to: Place;
  packages: readonly Package[];
  /** For shipments across a border. */
  customs: Customs | null;
  signature_required: boolean;
  saturday_delivery: boolean;
  /** 0 for none. */
  insured_minor: number;
  /** Of `insured_minor`. */
  currency: string;
  /** `YYYY-MM-DD`, when it is handed to the carrier. */
  ship_date: string;
  /** The label is for the way back, as the parcel goes: `from` is the recipient of the goods, `to` where they come back to. */
  is_return: boolean;
}

export interface CarrierService {
  code: string;
  name: string;
  /** The carrier that delivers, where an account reaches several: `usps`. */
  carrier: string;
}

/** One part of a charge, as the carrier names it. */
export interface ChargeLine {
  code: string;
  name: string;
  /** Below zero: a discount. */
  amount_minor: number;
}

export interface CarrierRate extends CarrierService {
  charge_minor: number;
  currency: string;
  lines: readonly ChargeLine[];
  /** The weight that the charge is for, volumetric weight considered; null where the carrier does not say. */
  billed_weight_g: number | null;
  zone: string | null;
  /** Working days. */
  delivery_days: number | null;
  /** `YYYY-MM-DD`. */
  delivery_date: string | null;
}

/** What one of the carriers behind an account says instead of a rate. */
export interface CarrierFault {
  carrier: string;
  code: string;
  text: string;
}

interface RateAnswer {
  rates: readonly CarrierRate[];
  faults: readonly CarrierFault[];
}

export interface PurchaseRequest {
  /** Ours, unique among all shipments of the account; the same for each attempt. */
  reference: string;
  service: string;
  shipment: Shipment;
  /** The charge that was quoted; a carrier that would charge more refuses `price_changed`. Null accepts any. */
  charge_minor: number | null;
  format: LabelFormat;
}

/**
 * What a carrier holds of a package. `voided`: cancelled before it was handed over, nothing is charged; `refund_requested`,
 * `refunded` and `refund_rejected`: after that.
 */
const PACKAGE_STATES = [
  "bought",
  "void_pending",
  "voided",
  "void_rejected",
  "refund_requested",
  "refunded",
  "refund_rejected",
] as const;
export type PackageState = (typeof PACKAGE_STATES)[number];

interface PurchasedPackage {
  /** Null for a package that has no number of its own beside that of the shipment. */
  tracking_number: string | null;
  /** The carrier's own id of the package, where it has one. */
  carrier_reference: string | null;
  /** Its part of the charge; null where the carrier does not say. */
  charge_minor: number | null;
  state: PackageState;
}

export interface Purchase {
  /** Ours. */
  reference: string;
  /** The carrier's. */
  carrier_reference: string;
  /** The carrier that delivers, as in `CarrierService`. */
  carrier: string;
  service: string;
  charge_minor: number;
  currency: string;
  /** Of the shipment as a whole; that of the first package where the carrier has none. */
  tracking_number: string;
  /** In the order of the shipment's packages. */
  packages: readonly PurchasedPackage[];
  manifest_reference: string | null;
}

export interface LabelFile {
  tracking_number: string;
  format: LabelFormat;
  bytes: Buffer;
}

interface VoidRequest {
  reference: string;
  carrier_reference: string;
  /** One package; all when null. */
  tracking_number: string | null;
}

interface ManifestRequest {
  reference: string;
  /** All of one carrier. */
  carrier: string;
  purchases: readonly Pick<Purchase, "reference" | "carrier_reference" | "packages">[];
  /** Where the packages are handed over. */
  from: Place;
  /** `YYYY-MM-DD`. */
  date: string;
}

export interface Manifest {
  reference: string;
  carrier_reference: string;
  state: "created" | "pending";
  /** Purchases that it contains. */
  purchases: readonly string[];
  /** A PDF; null where the carrier gives none, or none yet. */
  file: Buffer | null;
}

interface PickupRequest {
  reference: string;
  place: Place;
  window_start: Date;
  window_end: Date;
  /** IANA, of the place. */
  time_zone: string;
  carrier: string;
  packages: number;
  weight_g: number;
  purchases: readonly Pick<Purchase, "carrier_reference" | "tracking_number" | "packages">[];
  instructions: string;
}

export interface Pickup {
  reference: string;
  /** What the driver asks for. */
  confirmation: string;
  /** The carrier's id, by which it is cancelled. */
  carrier_reference: string;
  charge_minor: number;
  /** Null where nothing is charged. */
  currency: string | null;
  state: "scheduled" | "cancelled";
}

/** Where a package is, in words that every carrier's own words are translated to. */
const TRACK_STATES = [
  "unknown",
  "label_created",
  "in_transit",
  "out_for_delivery",
  "ready_for_pickup",
  "delivered",
  "failed_attempt",
  "exception",
  "returning",
  "returned",
  "cancelled",
] as const;
export type TrackState = (typeof TRACK_STATES)[number];

export interface TrackEvent {
  state: TrackState;
  /** ISO 8601, UTC where it names no zone; empty where the carrier does not say. */
  at: string;
  /** The carrier's words. */
  text: string;
  city: string;
  country: string;
}

export interface TrackAnswer {
  /** Where it is now, also where no event says so. */
  state: TrackState;
  /** When the carrier learned that, ISO 8601; null where it does not say. */
  known_at: string | null;
  /** Oldest first. */
  events: readonly TrackEvent[];
}

export interface AddressCheck {
  /** Null where the carrier cannot say. */
  is_deliverable: boolean | null;
  /** As the carrier writes it, when that differs. */
  corrected: Place | null;
  reasons: readonly string[];
}

interface CarrierCapabilities {
  /** Formats in which it gives labels. */
  formats: readonly LabelFormat[];
  /** One package of several can be voided. */
  voids_packages: boolean;
  manifests: boolean;
  pickups: boolean;
  /** Tells how a void or a refund ended later. */
  decides_later: boolean;
}

/** All methods throw `CarrierFailed`. */
export interface Carrier {
  readonly capabilities: CarrierCapabilities;
  /** What the account offers. Fails where its credentials are not accepted. */
  listServices(): Promise<readonly CarrierService[]>;
  /** `services`: these alone; all when empty. */
  rate(shipment: Shipment, services: readonly string[]): Promise<RateAnswer>;
  buy(request: PurchaseRequest): Promise<Purchase>;
  /**
   * What the carrier holds under our reference; null when it holds nothing. With its shipment, what an interrupted attempt
   * has bought is made complete.
   */
  find(reference: string, shipment?: Shipment): Promise<Purchase | null>;
  /** In the form that is asked for, where the carrier has or makes it; else as it was sold, which the file says. */
  getLabels(
    purchase: Pick<Purchase, "reference" | "carrier_reference">,
    format: LabelFormat,
  ): Promise<readonly LabelFile[]>;
  /** Cancels before the hand-over, or asks for the money back after it. Returns what the carrier holds then. */
  cancel(request: VoidRequest): Promise<Purchase>;
  /** Once for each reference. */
  manifest(request: ManifestRequest): Promise<Manifest>;
  /** Once for each reference. */
  schedulePickup(request: PickupRequest): Promise<Pickup>;
  /** The pickup that the carrier holds under our reference, cancelled or not; null when it holds none. */
  findPickup(reference: string): Promise<Pickup | null>;
  /** Repeatable: one that is cancelled stays so. */
  cancelPickup(pickup: Pick<Pickup, "reference" | "carrier_reference">): Promise<void>;
  track(tracking_number: string, carrier: string): Promise<TrackAnswer>;
  checkAddress(place: Place): Promise<AddressCheck>;
}

const CARRIER_FAILURES = [
  "not_authorised",
  "request_refused",
  "price_changed",
  "already_manifested",
  "unsupported",
  "unknown",
  "private_address",
  "rate_limited",
  "unreachable",
  "connection_lost",
  "timeout",
  "carrier_failed",
  "unreadable_answer",
] as const;
export type CarrierFailure = (typeof CARRIER_FAILURES)[number];

/** Failures after which the carrier may have done what was asked. */
const UNCERTAIN: ReadonlySet<CarrierFailure> = new Set([
  "connection_lost",
  "timeout",
  "carrier_failed",
  "unreadable_answer",
]);

/** Failures after which the same request may succeed later. */
const TEMPORARY: ReadonlySet<CarrierFailure> = new Set([...UNCERTAIN, "rate_limited", "unreachable"]);

export class CarrierFailed extends Error {
  readonly failure: CarrierFailure;
  /** The carrier's own code, where it gives one. */
  readonly carrier_code: string | null;

  /** `reason` is shown to people of the business: the carrier's own words where it gives any, and no secret. */
  constructor(failure: CarrierFailure, reason: string, carrier_code: string | null = null) {
    super(reason);
    this.name = "CarrierFailed";
    this.failure = failure;
    this.carrier_code = carrier_code;
  }

  get is_uncertain(): boolean {
    return UNCERTAIN.has(this.failure);
  }

  get is_temporary(): boolean {
    return TEMPORARY.has(this.failure);
  }
}

/** An account at a carrier, with what its adapter needs. */
type CarrierAccount =
  | { kind: "house"; house: HouseAccount }
  | { kind: "gateway" | "multi"; api_key: string; base_url: string; carrier_ids: readonly string[] };

export interface CarrierVendors {
  of(account: CarrierAccount): Carrier;
}
