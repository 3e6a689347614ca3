/** Shipments in the form of the gateway. */
import type { Place } from "#vocabulary/place.ts";
import { writeDecimal } from "../calls.ts";
import type { Customs, Shipment } from "../port.ts";

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

/**
 * The gateway takes the addresses of a return as they were on the way out, and switches them itself: `from` of ours is the
 * recipient of the goods, `to` where they come back to.
 */
export function writeShipment({ from, to, packages, customs, ...shipment }: Shipment) {
  const { currency } = shipment;
  const [shipper, recipient] = shipment.is_return ? [to, from] : [from, to];
  return {
    shipper: writeAddress(shipper),
    recipient: writeAddress(recipient),
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
            commodities: customs.lines.flatMap((line) => writeCommodities(line, customs.currency)),
          },
        }),
  };
}

/**
 * Weight and value of a commodity are of one piece there, and are multiplied by its quantity; ours are of the line. Where a
 * line cannot be divided equally, it is written as commodities whose pieces differ by one cent or gram, so that all add up.
 */
function writeCommodities(line: Customs["lines"][number], currency: string) {
  const pieces = line.quantity;
  // Of light pieces, such as buttons, the milligrams are divided.
  const unit = line.weight_g >= pieces ? 1 : 1000;
  const weight = line.weight_g * unit;
  const [more_value, more_weight] = [line.value_minor % pieces, weight % pieces];
  const bounds = [...new Set([0, more_value, more_weight, pieces])].sort((one, other) => one - other);
  return bounds.slice(1).map((end, index) => {
    const start = bounds[index] ?? 0;
    const piece_weight = Math.floor(weight / pieces) + (start < more_weight ? 1 : 0);
    const piece_value = Math.floor(line.value_minor / pieces) + (start < more_value ? 1 : 0);
    return {
      title: line.description.slice(0, TITLE_MAX),
      description: line.description.slice(0, DESCRIPTION_MAX),
      quantity: end - start,
      weight: Number((piece_weight / unit / 1000).toFixed(6)),
      weight_unit: "KG",
      hs_code: line.hs_code,
      origin_country: line.origin_country,
      value_amount: writeDecimal(piece_value, currency),
      value_currency: currency,
    };
  });
}

/** What the gateway takes of a commodity. */
const TITLE_MAX = 35;
const DESCRIPTION_MAX = 100;

const CONTENT_TYPES = {
  merchandise: "merchandise",
  gift: "gift",
  documents: "documents",
  sample: "sample",
  returned_goods: "return_merchandise",
  other: "other",
} as const;
