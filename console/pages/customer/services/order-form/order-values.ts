/** The values of an order form, as its inputs keep them, and the request that they are. Pure. */

import type {
  CustomerShippingOrderEstimateInput,
  Place,
  ServiceConfig,
} from "../../../../../packages/client/client.gen.ts";
import { ADDRESS_MEMBERS, type Answers, pickAnswered, toAnswers } from "../../../../parts/answers/answers.ts";

export interface PackageValues {
  /** Tells the rows of the form apart. */
  key: number;
  quantity: number;
  packaging: string | null;
  weight_g: number | null;
  length_mm: number | null;
  width_mm: number | null;
  height_mm: number | null;
  contents: string;
}

export interface OrderValues {
  /** Null: brought by the customer. */
  pickup: Place | null;
  /** Null: no address. */
  dropoff: Place | null;
  warehouse_id: number | null;
  scheduled_date: string;
  pickup_timeframe: string | null;
  packages: readonly PackageValues[];
  /** Quantities by code. */
  supplies: Readonly<Record<string, number>>;
  surcharges: readonly string[];
  form: Answers;
}

export const emptyPlace = (country: string | undefined): Place => ({
  line1: "",
  ...(country === undefined ? {} : { country }),
});

export const emptyPackage = (key: number): PackageValues => ({
  key,
  quantity: 1,
  packaging: null,
  weight_g: null,
  length_mm: null,
  width_mm: null,
  height_mm: null,
  contents: "",
});

export function startOrder(config: ServiceConfig, country: string | undefined): OrderValues {
  const place = (use: ServiceConfig["pickup"]) => (use === "required" ? emptyPlace(country) : null);
  return {
    pickup: place(config.pickup),
    dropoff: place(config.dropoff),
    warehouse_id: null,
    scheduled_date: "",
    pickup_timeframe: null,
    packages: [emptyPackage(1)],
    supplies: {},
    surcharges: [],
    form: {},
  };
}

/** Undefined while no street was entered: the service then says that the address is required. */
function toPlace(place: Place | null): Place | undefined {
  if (place === null || place.line1.trim() === "") return undefined;
  const { lat, lng } = place;
  const answered_place = pickAnswered(place, ADDRESS_MEMBERS) as Partial<Place>;
  const position = typeof lat === "number" && typeof lng === "number" ? { lat, lng } : {};
  return { ...answered_place, ...position, line1: place.line1.trim() };
}

export type OrderRequest = Omit<CustomerShippingOrderEstimateInput, "service_code">;

export function toOrderRequest(config: ServiceConfig, values: OrderValues): OrderRequest {
  const pickup = config.pickup === "none" ? undefined : toPlace(values.pickup);
  const dropoff = config.dropoff === "none" ? undefined : toPlace(values.dropoff);
  const is_collected = values.pickup !== null && config.pickup !== "none";
  const supplies = config.supplies.flatMap(({ code }) => {
    const quantity = values.supplies[code] ?? 0;
    return quantity > 0 ? [{ code, quantity }] : [];
  });
  const form = toAnswers(config.form_fields, values.form);
  return {
    ...(pickup === undefined ? {} : { pickup }),
    ...(dropoff === undefined ? {} : { dropoff }),
    ...(values.warehouse_id === null || is_collected ? {} : { warehouse_id: values.warehouse_id }),
    ...(values.scheduled_date === "" ? {} : { scheduled_date: values.scheduled_date }),
    ...(values.pickup_timeframe === null || !is_collected
      ? {}
      : { pickup_timeframe: values.pickup_timeframe }),
    packages: values.packages.map(({ key: _key, packaging, contents, ...one }) => {
      const size = packaging === null ? {} : { length_mm: null, width_mm: null, height_mm: null };
      return { ...one, ...size, packaging, ...(contents.trim() === "" ? {} : { contents: contents.trim() }) };
    }),
    ...(supplies.length > 0 ? { supplies } : {}),
    ...(values.surcharges.length > 0 ? { surcharges: [...values.surcharges] } : {}),
    ...(Object.keys(form).length > 0 ? { form } : {}),
  };
}
