/** What is priced, whatever the family: places, pieces, distance, days. Pure. */
import { type Point, straightLineKm } from "#vocabulary/geo.ts";

/** A `Place` is one. */
export interface PricedPlace {
  postal_code?: string | undefined;
  country?: string | undefined;
  lat?: number | null | undefined;
  lng?: number | null | undefined;
  window?: { start: string; end: string } | null | undefined;
}

/** Sizes of one piece; `quantity` of such pieces, one if absent. */
interface Piece {
  quantity?: number | undefined;
  weight_g?: number | undefined;
  length_mm?: number | undefined;
  width_mm?: number | undefined;
  height_mm?: number | undefined;
}

export interface Shipment {
  /** `postal_prefixes` look at the drop-off, with type P at the pickup. */
  type?: "D" | "P" | "P2P" | undefined;
  /** Code of the service: of a delivery, of a carrier, of the customer's order form. `standard` if absent. */
  service?: string | undefined;
  pickup?: PricedPlace | null | undefined;
  dropoff?: PricedPlace | null | undefined;
  /** One piece of unknown size if absent. */
  parcels?: readonly Piece[] | undefined;
  /** Volume of everything, where it is known otherwise than from the pieces. */
  volume_cm3?: number | undefined;
  /** Road distance, kilometres, where it is known better than from the straight line. */
  distance_km?: number | null | undefined;
  /** Days of storage begun. */
  days?: number | undefined;
  /** Code of the carrier account that would carry it, and what it charges. */
  carrier_account?: string | undefined;
  carrier_charge?: { amount_minor: number; currency: string } | undefined;
  /** What triggers surcharges, as far as the family knows it. */
  is_residential?: boolean | undefined;
  has_dangerous_goods?: boolean | undefined;
  /** Floors without a lift, of both stops together. */
  floors?: number | undefined;
  /** The day it happens, `YYYY-MM-DD` in the business's time zone. */
  date?: string | undefined;
  /** Attempts after the first one. */
  redeliveries?: number | undefined;
  /** Collected on delivery, and the value that is insured; minor units of the list's currency. */
  cod_minor?: number | undefined;
  insured_value_minor?: number | undefined;
  /** Days of storage beyond what was agreed. */
  overrun_days?: number | undefined;
  /** Codes of the optional surcharges that were chosen. */
  options?: readonly string[] | undefined;
}

/** What the rules of a list compare and multiply. */
export interface Measures {
  pieces: number;
  billable_weight_g: number;
  /** Null if a piece has no size and no volume was given. */
  volume_cm3: number | null;
  /** Kilometres by road, to 100 m; null if a place has no coordinates. */
  distance_km: number | null;
}

const getQuantity = ({ quantity = 1 }: Piece): number => quantity;

function computePieceVolume({ length_mm = 0, width_mm = 0, height_mm = 0 }: Piece): number {
  return (length_mm * width_mm * height_mm) / 1000;
}

/** Each piece weighs as much as its volume stands for, if that is more. `volumetric_divisor`: cm³ per kg. */
function computeBillableWeight(pieces: readonly Piece[], volumetric_divisor: number): number {
  return pieces.reduce((sum, piece) => {
    const volumetric_g = Math.round((computePieceVolume(piece) * 1000) / volumetric_divisor);
    return sum + Math.max(piece.weight_g ?? 0, volumetric_g) * getQuantity(piece);
  }, 0);
}

function computeVolume({ parcels = [], volume_cm3 }: Shipment): number | null {
  if (volume_cm3 !== undefined) return volume_cm3;
  const volumes = parcels.map((piece) => computePieceVolume(piece) * getQuantity(piece));
  return volumes.length === 0 || volumes.includes(0) ? null : volumes.reduce((sum, one) => sum + one, 0);
}

function findPoint(place: PricedPlace | null | undefined): Point | null {
  return place?.lat == null || place.lng == null ? null : { lat: place.lat, lng: place.lng };
}

function computeDistance({ distance_km, pickup, dropoff }: Shipment, road_factor: number): number | null {
  if (typeof distance_km === "number") return distance_km;
  const [from, to] = [findPoint(pickup), findPoint(dropoff)];
  return from === null || to === null ? null : Math.round(straightLineKm(from, to) * road_factor * 10) / 10;
}

export function measureShipment(
  shipment: Shipment,
  { volumetric_divisor, road_factor }: { volumetric_divisor: number; road_factor: number },
): Measures {
  const { parcels } = shipment;
  return {
    pieces: parcels?.reduce((sum, piece) => sum + getQuantity(piece), 0) ?? 1,
    billable_weight_g: computeBillableWeight(parcels ?? [], volumetric_divisor),
    volume_cm3: computeVolume(shipment),
    distance_km: computeDistance(shipment, road_factor),
  };
}
