/** The form of a shipment, and the request that it makes. Pure. */
import type { LabelserviceRateInput } from "../../../../packages/client/client.gen.ts";
import { toMinor } from "../../../parts/format.ts";
import type { Place } from "../../orders/orders/queries.ts";
import type { LabelOrder } from "./queries.ts";

export interface PackageValues {
  key: number;
  quantity: number | "";
  weight_g: number | "";
  length_mm: number | "";
  width_mm: number | "";
  height_mm: number | "";
}

type Customs = NonNullable<LabelserviceRateInput["customs"]>;
export type ContentsType = Customs["contents_type"];

/** One kind of goods inside, all pieces together. */
export interface CustomsLineValues {
  key: number;
  description: string;
  quantity: number | "";
  /** In the currency's main unit. */
  value_minor: number | "";
  weight_g: number | "";
  hs_code: string;
  origin_country: string | null;
}

export interface CustomsValues {
  contents_type: ContentsType;
  contents_explanation: string;
  signer: string;
  lines: CustomsLineValues[];
}

export interface ShipmentValues {
  ship_to: Place;
  has_other_origin: boolean;
  ship_from: Place;
  packages: PackageValues[];
  /** What is declared where the shipment crosses a border. */
  customs: CustomsValues;
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

export function emptyCustomsLine(): CustomsLineValues {
  keys += 1;
  return {
    key: keys,
    description: "",
    quantity: 1,
    value_minor: "",
    weight_g: "",
    hs_code: "",
    origin_country: null,
  };
}

const emptyCustoms = (): CustomsValues => ({
  contents_type: "merchandise",
  contents_explanation: "",
  signer: "",
  lines: [emptyCustomsLine()],
});

export const emptyShipment = (): ShipmentValues => ({
  ship_to: { line1: "" },
  has_other_origin: false,
  ship_from: { line1: "" },
  packages: [emptyPackage()],
  customs: emptyCustoms(),
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
const omitEmpty = <V extends object>(values: V) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== "" && value !== false)) as {
    [K in keyof V]: Exclude<V[K], "" | false>;
  };

const withCountry = (place: Place, country: string): Place => ({
  ...place,
  country: place.country || country,
});

/** What the shipment needs to know of the business. */
export interface Home {
  country: string;
  currency: string;
  /** Of the depot, where packages are handed over unless another place is given. */
  depot_country: string;
}

/** Whether the shipment goes from one country to another. An address is in the country of the business unless it says another. */
export function crossesBorder(
  {
    ship_to,
    ship_from,
    has_other_origin,
  }: Pick<ShipmentValues, "ship_to" | "ship_from" | "has_other_origin">,
  { country, depot_country }: Home,
): boolean {
  const from = has_other_origin ? ship_from.country || country : depot_country || country;
  return from !== (ship_to.country || country);
}

/** Whether anything was entered of the goods: inside a customs union nothing needs to be. */
export const declaresGoods = ({ lines }: CustomsValues): boolean =>
  lines.some(({ key: _key, quantity: _quantity, ...line }) => Object.values(line).some(Boolean));

function toCustoms(customs: CustomsValues, currency: string): Customs | undefined {
  if (!declaresGoods(customs)) return undefined;
  const { lines, ...declared } = customs;
  const written = lines.map(({ key: _key, value_minor, origin_country, ...one }) => ({
    ...omitEmpty(one),
    ...(value_minor === "" ? {} : { value_minor: toMinor(value_minor, currency) }),
    ...(origin_country === null ? {} : { origin_country }),
  }));
  return { ...omitEmpty(declared), currency, lines: written } as Customs;
}

/** An address has the country of the business until another is chosen. */
export function toRateInput(
  { ship_to, ship_from, has_other_origin, packages, customs, customer_id, ...options }: ShipmentValues,
  home: Home,
): LabelserviceRateInput {
  const { country } = home;
  const declared = crossesBorder({ ship_to, ship_from, has_other_origin }, home)
    ? toCustoms(customs, home.currency)
    : undefined;
  return {
    ...omitEmpty(options),
    ship_to: withCountry(ship_to, country),
    ...(has_other_origin ? { ship_from: withCountry(ship_from, country) } : {}),
    packages: packages.map(({ key: _key, ...one }) => omitEmpty(one)),
    ...(declared === undefined ? {} : { customs: declared }),
    ...(customer_id === null ? {} : { customer_id: Number(customer_id) }),
  };
}
