/** What customs documents say of a shipment: plain data, from the customs lines that it was bought with. */
import type { Customs } from "#providers/carriers/port.ts";
import { formatMoney } from "#vocabulary/money.ts";
import type { Place } from "#vocabulary/place.ts";
import type { LabelOrderRow } from "../records/label.ts";

export interface CustomsContents {
  tracking_number: string;
  /** The shipper's own reference (`ref` of the label order), else the label order's `reference`. */
  reference: string;
  carrier: string;
  service: string;
  /** `YYYY-MM-DD`. */
  date: string;
  from: readonly string[];
  to: readonly string[];
  contents_type: Customs["contents_type"];
  contents_explanation: string;
  non_delivery: Customs["non_delivery"];
  signer: string;
  lines: readonly {
    quantity: string;
    description: string;
    hs_code: string;
    origin_country: string;
    weight: string;
    unit_value: string;
    value: string;
  }[];
  package_count: number;
  net_weight: string;
  gross_weight: string;
  value: string;
  currency: string;
}

const formatWeight = (weight_g: number) => `${(weight_g / 1000).toFixed(3)} kg`;

function listLines({
  name,
  line1,
  line2,
  postal_code,
  city,
  region,
  country,
  phone,
  email,
}: Place): string[] {
  return [
    name,
    line1,
    line2,
    [postal_code, city].filter(Boolean).join(" "),
    [region, country].filter(Boolean).join(", "),
    [phone, email].filter(Boolean).join("  "),
  ].filter((line): line is string => Boolean(line));
}

export function buildCustomsContents(order: LabelOrderRow, customs: Customs): CustomsContents {
  const { shipment, carrier, service_name, reference, ref, tracking_number, created_at } = order;
  const { currency, lines } = customs;
  const money = (minor: number) => formatMoney(minor, currency);
  const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0);
  return {
    tracking_number: tracking_number ?? reference,
    reference: ref ?? reference,
    carrier,
    service: service_name,
    date: created_at.slice(0, 10),
    from: listLines(shipment.from),
    to: listLines(shipment.to),
    contents_type: customs.contents_type,
    contents_explanation: customs.contents_explanation,
    non_delivery: customs.non_delivery,
    signer: customs.signer,
    lines: lines.map((line) => ({
      quantity: String(line.quantity),
      description: line.description,
      hs_code: line.hs_code,
      origin_country: line.origin_country,
      weight: formatWeight(line.weight_g),
      unit_value: line.value_minor % line.quantity === 0 ? money(line.value_minor / line.quantity) : "",
      value: money(line.value_minor),
    })),
    package_count: shipment.packages.length,
    net_weight: formatWeight(sum(lines.map(({ weight_g }) => weight_g))),
    gross_weight: formatWeight(sum(shipment.packages.map(({ weight_g }) => weight_g))),
    value: money(sum(lines.map(({ value_minor }) => value_minor))),
    currency,
  };
}
