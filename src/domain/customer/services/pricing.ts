/**
 * The price of an order of a service: what the price list and the surcharges of the family say, plus packaging and
 * supplies of the service, and their tax. Pure.
 *
 * Every line is in whole minor units and the total is their sum.
 */
import { toInstant } from "#vocabulary/calendar.ts";
import { isAsked } from "./form.ts";
import type { Piece, ServiceRequest } from "./request.ts";
import type { ServiceDefinition } from "./shapes.ts";

interface Line {
  code: string;
  label: string;
  amount_minor: number;
}

/** What the price list says, surcharges included. */
interface ListPrice {
  lines: readonly Line[];
  /** Percent of the list, for what is added. */
  tax_percent: number;
}

export interface ServicePrice {
  lines: Line[];
  total_minor: number;
}

/** Sums above this are not prices, but a mistake. */
const TOTAL_MAX_MINOR = 1e12;

type Request = Pick<
  ServiceRequest,
  "pickup" | "dropoff" | "scheduled_date" | "pickup_timeframe" | "supplies" | "surcharges" | "form"
>;

const sum = (lines: readonly Line[]): number => lines.reduce((total, line) => total + line.amount_minor, 0);

function addPackaging(definition: ServiceDefinition, pieces: readonly Piece[]): Line[] {
  return definition.packaging.flatMap(({ code, name, price_minor }) => {
    const count = pieces.filter(({ packaging }) => packaging === code).length;
    if (count === 0 || price_minor === 0) return [];
    return [{ code: `packaging:${code}`, label: `${name} × ${count}`, amount_minor: price_minor * count }];
  });
}

function addSupplies(definition: ServiceDefinition, { supplies = [] }: Request): Line[] {
  return supplies.flatMap(({ code, quantity }) => {
    const supply = definition.supplies.find((one) => one.code === code);
    if (supply === undefined || supply.price_minor === 0) return [];
    const label = `${supply.name} × ${quantity}`;
    return [{ code: `supply:${code}`, label, amount_minor: supply.price_minor * quantity }];
  });
}

/** The value of a field that is asked; undefined for one that is not. */
function findAnswer(
  { form_fields }: ServiceDefinition,
  { form = {} }: Request,
  field: string | undefined,
): unknown {
  if (field === undefined || !Object.hasOwn(form_fields.properties, field)) return undefined;
  return isAsked(form_fields as never, field, form) ? form[field] : undefined;
}

/** What triggers surcharges, as the price list is asked for them. `time_zone`: of the business, for timeframes. */
export function findTriggers(definition: ServiceDefinition, request: Request, time_zone: string) {
  const { price_answers = {}, pickup_timeframes } = definition;
  const { scheduled_date, pickup_timeframe, surcharges, pickup } = request;
  const floors = findAnswer(definition, request, price_answers.floors);
  const frame = pickup_timeframes.find(({ code }) => code === pickup_timeframe);
  const window =
    frame === undefined || scheduled_date == null
      ? undefined
      : {
          start: toInstant(scheduled_date, frame.start, time_zone).toISOString(),
          end: toInstant(scheduled_date, frame.end, time_zone).toISOString(),
        };
  return {
    floors: typeof floors === "number" ? Math.max(0, floors) : 0,
    is_residential: findAnswer(definition, request, price_answers.is_residential) === true,
    has_dangerous_goods: findAnswer(definition, request, price_answers.has_dangerous_goods) === true,
    date: scheduled_date ?? undefined,
    options: surcharges ?? [],
    pickup: pickup == null || window === undefined ? pickup : { ...pickup, window },
  };
}

/** Null where the sum is beyond what a price can be. */
export function priceService(
  definition: ServiceDefinition,
  { lines, tax_percent }: ListPrice,
  pieces: readonly Piece[],
  request: Request,
): ServicePrice | null {
  const net = lines.filter(({ code }) => code !== "tax");
  const taxes = lines.filter(({ code }) => code === "tax");
  const added = [...addPackaging(definition, pieces), ...addSupplies(definition, request)];
  const tax_minor = sum(taxes) + Math.round((sum(added) * tax_percent) / 100);
  const label = taxes[0]?.label ?? `Tax ${tax_percent} %`;
  const all: Line[] = [
    ...net,
    ...added,
    ...(tax_minor === 0 ? [] : [{ code: "tax", label, amount_minor: tax_minor }]),
  ];
  const total_minor = sum(all);
  return total_minor <= TOTAL_MAX_MINOR ? { lines: all, total_minor } : null;
}
