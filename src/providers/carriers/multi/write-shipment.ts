/** Shipments in the form of the API: ounces, inches, amounts as text. */
import type { Place } from "#vocabulary/place.ts";
import { failed, writeDecimal } from "../calls.ts";
import type { Customs, LabelFormat, Package, Shipment } from "../port.ts";
import { allotCustoms } from "./allot-customs.ts";

const GRAMS_PER_OUNCE = 28.349523125;
const MM_PER_INCH = 25.4;

/** One decimal, never less than it is. */
const roundUp = (value: number) => Math.ceil(value * 10 - 1e-9) / 10;
const ounces = (grams: number) => roundUp(grams / GRAMS_PER_OUNCE);
const inches = (mm: number) => roundUp(mm / MM_PER_INCH);
/** Of customs lines, which the vendor keeps to three decimals: together they must not exceed their package. */
const netOunces = (grams: number) => Math.max(1, Math.floor((grams / GRAMS_PER_OUNCE) * 1000)) / 1000;

export function writeAddress(place: Place) {
  return {
    name: place.name ?? "",
    street1: place.line1,
    street2: place.line2 ?? "",
    city: place.city ?? "",
    state: place.region ?? "",
    zip: place.postal_code ?? "",
    country: place.country ?? "",
    phone: place.phone ?? "",
    email: place.email ?? "",
  };
}

interface Terms {
  carrier_ids: readonly string[];
  format: LabelFormat;
  reference: string | null;
}

/**
 * The vendor takes the addresses of a return as they were on the way out, and switches them itself: `from` of ours is the
 * recipient of the goods, `to` where they come back to.
 */
function writeParties({ from, to, is_return }: Shipment) {
  const [sender, recipient] = is_return ? [to, from] : [from, to];
  return { from_address: writeAddress(sender), to_address: writeAddress(recipient), is_return };
}

const writeReference = (reference: string | null) => (reference === null ? {} : { reference });

/** One package. */
export function writeShipment(shipment: Shipment, { carrier_ids, format, reference }: Terms) {
  const [one] = shipment.packages;
  if (one === undefined) throw failed("request_refused", "A shipment needs a package.");
  return {
    ...writeReference(reference),
    ...writeParties(shipment),
    ...(carrier_ids.length === 0 ? {} : { carrier_accounts: carrier_ids }),
    ...writePackage(shipment, one, shipment.customs, format),
  };
}

/** Several packages, which few carriers take; each declares its own contents. */
export function writeOrder(shipment: Shipment, { carrier_ids, format, reference }: Terms) {
  const { packages, customs } = shipment;
  const declared =
    customs === null
      ? null
      : allotCustoms(
          customs,
          packages.map(({ weight_g }) => weight_g),
        );
  return {
    ...writeReference(reference),
    ...writeParties(shipment),
    ...(carrier_ids.length === 0 ? {} : { carrier_accounts: carrier_ids.map((id) => ({ id })) }),
    shipments: packages.map((one, index) => ({
      reference: one.reference,
      ...writePackage(shipment, one, declared?.[index] ?? null, format),
    })),
  };
}

function writePackage(shipment: Shipment, one: Package, customs: Customs | null, format: LabelFormat) {
  return {
    parcel: {
      weight: ounces(one.weight_g),
      ...(one.length_mm === null || one.width_mm === null || one.height_mm === null
        ? {}
        : { length: inches(one.length_mm), width: inches(one.width_mm), height: inches(one.height_mm) }),
    },
    options: {
      label_format: format.toUpperCase(),
      label_date: shipment.ship_date,
      ...(shipment.signature_required ? { delivery_confirmation: "SIGNATURE" } : {}),
      ...(shipment.saturday_delivery ? { saturday_delivery: true } : {}),
    },
    ...(customs === null ? {} : { customs_info: writeCustoms(customs, shipment.from.country ?? "") }),
  };
}

/** Exports from the United States below this value a line need no filing. */
const EXEMPT_USD_MINOR_MAX = 250_000;

function writeCustoms({ currency, lines, ...customs }: Customs, country: string) {
  const is_exempt =
    country === "US" &&
    currency === "USD" &&
    lines.every(({ value_minor }) => value_minor < EXEMPT_USD_MINOR_MAX);
  return {
    contents_type: customs.contents_type,
    contents_explanation: customs.contents_explanation,
    customs_certify: true,
    customs_signer: customs.signer,
    ...(is_exempt ? { eel_pfc: "NOEEI 30.37(a)" } : {}),
    non_delivery_option: customs.non_delivery,
    restriction_type: "none",
    customs_items: lines.map((line) => ({
      description: line.description,
      quantity: line.quantity,
      // Value and weight are of all pieces of the line, as ours are.
      value: writeDecimal(line.value_minor, currency).toFixed(2),
      currency,
      weight: netOunces(line.weight_g),
      hs_tariff_number: line.hs_code,
      origin_country: line.origin_country,
    })),
  };
}

/** What the vendor insures, in US dollars; null where nothing is to be insured. */
export function writeInsurance({
  insured_minor,
  currency,
}: Pick<Shipment, "insured_minor" | "currency">): number | null {
  if (insured_minor === 0) return null;
  if (currency !== "USD")
    throw failed("unsupported", `The carrier insures in US dollars only, not in ${currency}.`, "INSURANCE");
  return insured_minor;
}
