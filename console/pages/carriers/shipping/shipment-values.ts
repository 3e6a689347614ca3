/** The form of a shipment, and the request that it makes. Pure. */
import type { LabelserviceRateInput } from "../../../../packages/client/client.gen.ts";
import type { Place } from "../../../api/orders.ts";
import type { LabelOrder } from "./queries.ts";

export interface PackageValues {
  key: number;
  quantity: number | "";
  weight_g: number | "";
  length_mm: number | "";
  width_mm: number | "";
  height_mm: number | "";
}

export interface ShipmentValues {
  ship_to: Place;
  has_other_origin: boolean;
  ship_from: Place;
  packages: PackageValues[];
  signature_required: boolean;
  saturday_delivery: boolean;
  is_return: boolean;
  ship_date: string;
  customer_id: string | null;
}

let keys = 0;

export function emptyPackage(): PackageValues {
  keys += 1;
  return { key: keys, quantity: 1, weight_g: "", length_mm: "", width_mm: "", height_mm: "" };
}

export const emptyShipment = (): ShipmentValues => ({
  ship_to: { line1: "" },
  has_other_origin: false,
  ship_from: { line1: "" },
  packages: [emptyPackage()],
  signature_required: false,
  saturday_delivery: false,
  is_return: false,
  ship_date: "",
  customer_id: null,
});

/** The shipment of a label: once more, or its way back from the recipient. */
export function copyShipment(label: LabelOrder, { is_return }: { is_return: boolean }): ShipmentValues {
  return {
    ...emptyShipment(),
    ship_to: is_return ? label.ship_from : label.ship_to,
    has_other_origin: true,
    ship_from: is_return ? label.ship_to : label.ship_from,
    packages:
      label.packages.length === 0
        ? [emptyPackage()]
        : label.packages.map(({ weight_g, length_mm, width_mm, height_mm }) => ({
            ...emptyPackage(),
            weight_g,
            length_mm: length_mm ?? "",
            width_mm: width_mm ?? "",
            height_mm: height_mm ?? "",
          })),
    is_return,
    customer_id: label.customer_id === null ? null : String(label.customer_id),
  };
}

/** Fields that are empty are left out, so that the service names those that are missing. */
const given = <V extends object>(values: V) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== "" && value !== false)) as {
    [K in keyof V]: Exclude<V[K], "" | false>;
  };

const withCountry = (place: Place, country: string): Place => ({
  ...place,
  country: place.country || country,
});

/** `country` is that of the business, which an address has until another is chosen. */
export function toRateInput(
  { ship_to, ship_from, has_other_origin, packages, customer_id, ...options }: ShipmentValues,
  country: string,
): LabelserviceRateInput {
  return {
    ...given(options),
    ship_to: withCountry(ship_to, country),
    ...(has_other_origin ? { ship_from: withCountry(ship_from, country) } : {}),
    packages: packages.map(({ key: _key, ...one }) => given(one)),
    ...(customer_id === null ? {} : { customer_id: Number(customer_id) }),
  };
}
