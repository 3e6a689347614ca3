/** Shipments in the form of the API: ounces, inches, amounts as text. */
import type { Place } from "#vocabulary/place.ts";
import { writeDecimal } from "../calls.ts";
import type { Customs, LabelFormat, Shipment } from "../port.ts";

const GRAMS_PER_OUNCE = 28.349523125;
const MM_PER_INCH = 25.4;

/** One decimal, never less than it is. */
const roundUp = (value: number) => Math.ceil(value * 10 - 1e-9) / 10;
const ounces = (grams: number) => roundUp(grams / GRAMS_PER_OUNCE);
const inches = (mm: number) => roundUp(mm / MM_PER_INCH);

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

export function writeOrder(
  { from, to, packages, customs, ...shipment }: Shipment,
  {
    carrier_ids,
    format,
    reference,
  }: { carrier_ids: readonly string[]; format: LabelFormat; reference: string | null },
) {
  const options = {
    label_format: format.toUpperCase(),
    label_date: shipment.ship_date,
    ...(shipment.signature_required ? { delivery_confirmation: "SIGNATURE" } : {}),
    ...(shipment.saturday_delivery ? { saturday_delivery: true } : {}),
  };
  return {
    ...(reference === null ? {} : { reference }),
    from_address: writeAddress(from),
    to_address: writeAddress(to),
    is_return: shipment.is_return,
    ...(carrier_ids.length === 0 ? {} : { carrier_accounts: carrier_ids.map((id) => ({ id })) }),
    ...(customs === null ? {} : { customs_info: writeCustoms(customs) }),
    shipments: packages.map((one, index) => ({
      reference: one.reference,
      parcel: {
        weight: ounces(one.weight_g),
        ...(one.length_mm === null || one.width_mm === null || one.height_mm === null
          ? {}
          : {
              length: inches(one.length_mm),
              width: inches(one.width_mm),
              height: inches(one.height_mm),
            }),
      },
      options,
      // The whole value is insured with the first package.
      ...(index === 0 && shipment.insured_minor > 0
        ? { insurance: String(writeDecimal(shipment.insured_minor, shipment.currency)) }
        : {}),
    })),
  };
}

const CONTENTS_TYPES = {
  merchandise: "merchandise",
  gift: "gift",
  documents: "documents",
  sample: "sample",
  returned_goods: "returned_goods",
  other: "other",
} as const;

function writeCustoms({ currency, ...customs }: Customs) {
  return {
    contents_type: CONTENTS_TYPES[customs.contents_type],
    contents_explanation: customs.contents_explanation,
    customs_certify: true,
    customs_signer: customs.signer,
    non_delivery_option: customs.non_delivery,
    restriction_type: "none",
    customs_items: customs.lines.map((line) => ({
      description: line.description,
      quantity: line.quantity,
      value: writeDecimal(line.value_minor, currency).toFixed(2),
      currency,
      weight: ounces(line.weight_g),
      hs_tariff_number: line.hs_code,
      origin_country: line.origin_country,
    })),
  };
}
