/** Shipments in the form of the gateway. */
import type { Place } from "#vocabulary/place.ts";
import { writeDecimal } from "../calls.ts";
import type { Shipment } from "../port.ts";

export function writeAddress(place: Place) {
  return {
    person_name: place.name ?? "",
    address_line1: place.line1,
    address_line2: place.line2 ?? "",
    city: place.city ?? "",
    state_code: place.region ?? "",
    postal_code: place.postal_code ?? "",
    country_code: place.country ?? "",
    phone_number: place.phone ?? "",
    email: place.email ?? "",
  };
}

const kilograms = (grams: number) => grams / 1000;
const centimetres = (mm: number) => mm / 10;

export function writeShipment({ from, to, packages, customs, ...shipment }: Shipment) {
  const { currency } = shipment;
  return {
    shipper: writeAddress(from),
    recipient: writeAddress(to),
    parcels: packages.map((one) => ({
      weight: kilograms(one.weight_g),
      weight_unit: "KG",
      ...(one.length_mm === null || one.width_mm === null || one.height_mm === null
        ? {}
        : {
            length: centimetres(one.length_mm),
            width: centimetres(one.width_mm),
            height: centimetres(one.height_mm),
            dimension_unit: "CM",
          }),
      description: one.description,
      reference_number: one.reference,
    })),
    options: {
      currency,
      shipment_date: shipment.ship_date,
      ...(shipment.signature_required ? { signature_confirmation: true } : {}),
      ...(shipment.saturday_delivery ? { saturday_delivery: true } : {}),
      ...(shipment.insured_minor > 0 ? { insurance: writeDecimal(shipment.insured_minor, currency) } : {}),
    },
    is_return: shipment.is_return,
    ...(customs === null
      ? {}
      : {
          customs: {
            content_type: CONTENT_TYPES[customs.contents_type],
            content_description: customs.contents_explanation,
            certify: true,
            signer: customs.signer,
            commercial_invoice: true,
            options: { non_delivery_option: customs.non_delivery },
            duty: { paid_by: "recipient", currency: customs.currency },
            commodities: customs.lines.map((line) => ({
              title: line.description,
              quantity: line.quantity,
              weight: kilograms(line.weight_g),
              weight_unit: "KG",
              hs_code: line.hs_code,
              origin_country: line.origin_country,
              // Of one piece; ours is of the line.
              value_amount: writeDecimal(Math.round(line.value_minor / line.quantity), customs.currency),
              value_currency: customs.currency,
            })),
          },
        }),
  };
}

const CONTENT_TYPES = {
  merchandise: "merchandise",
  gift: "gift",
  documents: "documents",
  sample: "sample",
  returned_goods: "return_merchandise",
  other: "other",
} as const;
