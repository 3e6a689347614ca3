/** Answers of the gateway, translated. */
import type { Static } from "typebox";
import { failed, readMinor, readSignedMinor } from "../calls.ts";
import type {
  CarrierFault,
  CarrierRate,
  LabelFormat,
  PackageState,
  Pickup,
  Purchase,
  TrackState,
} from "../port.ts";
import type { GatewayPickup, GatewayShipment, Message, Rate } from "./schemas.ts";

/** `canadapost_expedited_parcel` as people write it. */
export const writeName = (code: string) =>
  code
    .split("_")
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(" ");

/** Errors are listed under `errors`, those of carriers under `messages`. */
export function readError(body: unknown): { code: string | null; text: string } {
  const { errors = [], messages = [] } = body as { errors?: unknown; messages?: unknown };
  const [first] = [errors, messages].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []));
  const { code, message } = (first ?? {}) as { code?: unknown; message?: unknown };
  const text = typeof message === "string" ? message : message === undefined ? "" : JSON.stringify(message);
  return { code: typeof code === "string" ? code : null, text };
}

export function readRate(rate: Static<typeof Rate>): CarrierRate[] {
  const { service, currency, total_charge, extra_charges = [] } = rate;
  if (!service || !currency || total_charge === null || total_charge === undefined) return [];
  return [
    {
      code: service,
      name: writeName(service),
      carrier: rate.carrier_name,
      charge_minor: readMinor(total_charge, currency),
      currency,
      lines: extra_charges.flatMap(({ name, amount }) =>
        amount === null || amount === undefined
          ? []
          : [
              {
                code: (name ?? "").slice(0, 60),
                name: name ?? "",
                amount_minor: readSignedMinor(amount, currency),
              },
            ],
      ),
      billed_weight_g: null,
      zone: null,
      delivery_days: rate.transit_days ?? null,
      delivery_date: rate.estimated_delivery?.slice(0, 10) ?? null,
    },
  ];
}

export const readFault = ({ code, message, carrier_name }: Static<typeof Message>): CarrierFault => ({
  carrier: carrier_name ?? "",
  code: code ?? "",
  text: typeof message === "string" ? message : JSON.stringify(message ?? ""),
});

export function readPurchase(shipment: GatewayShipment): Purchase {
  const { selected_rate: rate, tracking_number, meta } = shipment;
  if (!tracking_number || !rate?.currency || typeof rate.total_charge !== "number")
    throw failed("unreadable_answer", "The gateway gave a purchased shipment without number or charge.");
  const state: PackageState = shipment.status === "cancelled" ? "voided" : "bought";
  const numbers = meta?.tracking_numbers ?? [];
  const has_all = numbers.length === shipment.parcels.length && new Set(numbers).size === numbers.length;
  return {
    reference: shipment.reference ?? "",
    carrier_reference: shipment.id,
    carrier: shipment.carrier_name ?? rate.carrier_name,
    service: shipment.service ?? rate.service ?? "",
    charge_minor: readMinor(rate.total_charge, rate.currency),
    currency: rate.currency,
    tracking_number,
    packages: shipment.parcels.map((_parcel, index) => ({
      tracking_number: has_all ? (numbers[index] ?? null) : index === 0 ? tracking_number : null,
      carrier_reference: null,
      charge_minor: null,
      state,
    })),
    manifest_reference: null,
  };
}

export function readPickup(
  { id, confirmation_number, status, pickup_charge }: GatewayPickup,
  reference: string,
): Pickup {
  const currency = pickup_charge?.currency ?? null;
  return {
    reference,
    confirmation: confirmation_number,
    carrier_reference: id,
    charge_minor: currency === null ? 0 : readMinor(pickup_charge?.amount ?? 0, currency),
    currency,
    state: status === "cancelled" ? "cancelled" : "scheduled",
  };
}

/** The form that a label has: carriers behind the gateway may give another one than the gateway was asked for and names. */
export function readFormat(bytes: Buffer, format: string): LabelFormat {
  const start = bytes.subarray(0, 8).toString("latin1");
  if (start.startsWith("%PDF")) return "pdf";
  if (start.startsWith("\u0089PNG")) return "png";
  if (start.trimStart().startsWith("^XA")) return "zpl";
  if (/zpl/i.test(format)) return "zpl";
  return /png/i.test(format) ? "png" : "pdf";
}

/** `2026-11-23`, and `08:10`, `08:10:30` or `8:10 AM`; the moment where the gateway gives it as one. */
export function readEventTime({
  timestamp,
  date,
  time,
}: {
  timestamp?: string | null;
  date?: string | null;
  time?: string | null;
}): string {
  if (timestamp && !Number.isNaN(Date.parse(timestamp))) return timestamp;
  if (!date || !/^\d{4}-\d{2}-\d{2}$/.test(date)) return "";
  const match = /^(\d{1,2}):(\d{2})(:\d{2})?\s*([AP]M)?$/i.exec((time ?? "").trim());
  if (match === null) return `${date}T00:00:00Z`;
  const [, hour = "0", minutes = "00", seconds = ":00", half] = match;
  const base = half === undefined ? Number(hour) : Number(hour) % 12;
  const hours = half?.toUpperCase() === "PM" ? base + 12 : base;
  return `${date}T${String(hours).padStart(2, "0")}:${minutes}${seconds}Z`;
}

const TRACK_STATES: Readonly<Record<string, TrackState>> = {
  pending: "label_created",
  picked_up: "in_transit",
  in_transit: "in_transit",
  delivery_delayed: "in_transit",
  out_for_delivery: "out_for_delivery",
  ready_for_pickup: "ready_for_pickup",
  delivered: "delivered",
  delivery_failed: "failed_attempt",
  on_hold: "exception",
  return_to_sender: "returning",
  cancelled: "cancelled",
};

export const readTrackState = (status: string | null | undefined): TrackState =>
  TRACK_STATES[status ?? ""] ?? "unknown";
