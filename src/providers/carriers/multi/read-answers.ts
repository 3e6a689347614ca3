/** Answers of the API, translated. */
import type { Place } from "#vocabulary/place.ts";
import { failed, readMinor } from "../calls.ts";
import type {
  AddressCheck,
  CarrierFault,
  CarrierRate,
  PackageState,
  Pickup,
  Purchase,
  TrackState,
} from "../port.ts";
import type { Message, MultiPickup, Order, OrderedShipment, Rate, VerifiedAddress } from "./schemas.ts";

/** Services have their names per carrier, spelled as in its rates: `USPS:Priority`. */
export const buildServiceCode = (carrier: string, service: string) => `${carrier}:${service}`;

/** The vendor writes `DHL Express` for people and `DHLExpress` in rates: both mean one service. */
const foldCode = (code: string) => code.toLowerCase().replaceAll(/[^a-z0-9:]/g, "");

export const isSameService = (one: string, other: string) => foldCode(one) === foldCode(other);

/**
 * A carrier as the vendor's rates spell it: the name for people without its spaces, as far as the type of account has it.
 * `USPS BYOCA` of type `UspsAccount` is `USPS` there.
 */
export function spellCarrier(human_readable: string, account_type: string | null): string {
  const joined = human_readable.replaceAll(/[^A-Za-z0-9]/g, "");
  const base = (account_type ?? "").replace(/Account$/, "");
  return base !== "" && joined.toLowerCase().startsWith(base.toLowerCase())
    ? joined.slice(0, base.length)
    : joined;
}

/** `{"error": {"code", "message", "errors"}}`; messages may be lists. */
export function readError(body: unknown): { code: string | null; text: string } {
  const { code, message } = ((body as { error?: unknown }).error ?? {}) as {
    code?: unknown;
    message?: unknown;
  };
  return { code: typeof code === "string" ? code : null, text: writeMessage(message) };
}

const writeMessage = (message: unknown): string =>
  typeof message === "string" ? message : message === undefined ? "" : JSON.stringify(message);

export function readRate(rate: Rate): CarrierRate {
  return {
    code: buildServiceCode(rate.carrier, rate.service),
    name: `${rate.carrier} ${rate.service}`,
    carrier: rate.carrier,
    charge_minor: readMinor(rate.rate, rate.currency),
    currency: rate.currency,
    lines: [],
    billed_weight_g: null,
    zone: null,
    delivery_days: rate.delivery_days ?? rate.est_delivery_days ?? null,
    delivery_date: rate.delivery_date?.slice(0, 10) ?? null,
  };
}

export const readFault = ({ carrier, type, message }: Message): CarrierFault => ({
  carrier: carrier ?? "",
  code: type ?? "",
  text: writeMessage(message ?? ""),
});

/** What the vendor holds under a reference: a shipment of one package, or an order of several. */
export interface Held {
  kind: "shipment" | "order";
  id: string;
  reference: string;
  shipments: readonly OrderedShipment[];
  rates: readonly Rate[];
  messages: readonly Message[];
}

export const holdShipment = (shipment: OrderedShipment): Held => ({
  kind: "shipment",
  id: shipment.id,
  reference: shipment.reference ?? "",
  shipments: [shipment],
  rates: shipment.rates ?? [],
  messages: shipment.messages ?? [],
});

export const holdOrder = ({ id, reference, shipments, rates = [], messages = [] }: Order): Held => ({
  kind: "order",
  id,
  reference: reference ?? "",
  shipments,
  rates,
  messages,
});

/** An order is bought with all its shipments. */
export function isBought({ shipments }: Held): boolean {
  const bought = shipments.filter(({ tracking_code }) => Boolean(tracking_code));
  if (bought.length > 0 && bought.length < shipments.length)
    throw failed("unreadable_answer", "The carrier has bought a part of the packages only.");
  return shipments.length > 0 && bought.length === shipments.length;
}

export function readPurchase(held: Held): Purchase {
  const rates = held.shipments.map(({ selected_rate }) => selected_rate ?? null);
  const [first] = rates;
  if (!isBought(held) || !first || rates.some((rate) => rate === null || rate.currency !== first.currency))
    throw failed("unreadable_answer", "The carrier gave a purchase without a number or a charge.");
  const packages = held.shipments.map((shipment, index) => ({
    tracking_number: shipment.tracking_code ?? null,
    carrier_reference: shipment.id,
    charge_minor: readMinor(rates[index]?.rate ?? "0", first.currency),
    state: readState(shipment),
  }));
  return {
    reference: held.reference,
    carrier_reference: held.id,
    carrier: first.carrier,
    service: buildServiceCode(first.carrier, first.service),
    charge_minor: packages.reduce((sum, { charge_minor }) => sum + charge_minor, 0),
    currency: first.currency,
    tracking_number: packages[0]?.tracking_number ?? "",
    packages,
    manifest_reference: held.shipments.find(({ scan_form }) => scan_form)?.scan_form?.id ?? null,
  };
}

/** A label on no form is voided; one that was handed over is refunded. */
function readState({ refund_status, scan_form }: OrderedShipment): PackageState {
  const is_manifested = Boolean(scan_form);
  if (refund_status === "submitted") return is_manifested ? "refund_requested" : "void_pending";
  if (refund_status === "refunded" || refund_status === "not_applicable")
    return is_manifested ? "refunded" : "voided";
  if (refund_status === "rejected") return is_manifested ? "refund_rejected" : "void_rejected";
  return "bought";
}

export function readPickup(pickup: MultiPickup, reference: string): Pickup {
  if (!pickup.confirmation)
    throw failed("unreadable_answer", "The carrier gave no confirmation of the pickup.");
  const rate = pickup.pickup_rates?.[0];
  const currency = rate?.currency ?? null;
  return {
    reference,
    confirmation: pickup.confirmation,
    carrier_reference: pickup.id,
    charge_minor: currency === null ? 0 : readMinor(rate?.rate ?? "0", currency),
    currency,
    state: pickup.status === "canceled" ? "cancelled" : "scheduled",
  };
}

const TRACK_STATES: Readonly<Record<string, TrackState>> = {
  pre_transit: "label_created",
  in_transit: "in_transit",
  out_for_delivery: "out_for_delivery",
  available_for_pickup: "ready_for_pickup",
  delivered: "delivered",
  return_to_sender: "returning",
  failure: "exception",
  error: "exception",
  cancelled: "cancelled",
};

export const readTrackState = (status: string | null | undefined): TrackState =>
  TRACK_STATES[status ?? ""] ?? "unknown";

export function readCheck(place: Place, checked: VerifiedAddress): AddressCheck {
  const delivery = checked.verifications?.delivery;
  const written = {
    line1: checked.street1 ?? place.line1,
    city: checked.city ?? "",
    region: checked.state ?? "",
    postal_code: checked.zip ?? "",
  };
  const differs =
    written.line1 !== place.line1 ||
    written.city !== (place.city ?? "") ||
    written.region !== (place.region ?? "") ||
    written.postal_code !== (place.postal_code ?? "");
  return {
    is_deliverable: delivery?.success ?? null,
    corrected: delivery?.success === true && differs ? { ...place, ...written } : null,
    reasons: (delivery?.errors ?? []).flatMap(({ message }) => message ?? []),
  };
}
