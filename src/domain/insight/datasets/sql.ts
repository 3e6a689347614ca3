/** Filters as SQL. The text has the numbers of columns and nothing that a caller wrote: values are bound. Pure. */
import type { Column } from "./columns.ts";
import { buildSlot, type CellValue } from "./values.ts";
import { type Condition, type Filter, type Near, POSITION_N } from "./where.ts";

/** The arguments of a statement for `dataset_query`, which are one JSON array. */
export class Arguments {
  readonly values: unknown[] = [];

  bind(value: unknown, type: string): string {
    this.values.push(value);
    const at = `($1->>${this.values.length - 1})`;
    return type === "text" ? at : `${at}::${type}`;
  }

  bindList(values: readonly unknown[], type: string): string {
    this.values.push(values);
    return `array(select x::${type} from jsonb_array_elements_text($1->${this.values.length - 1}) as x)`;
  }
}

interface Target {
  columns: readonly Column[];
  /** The rows of `r` have index columns: they are the current ones. */
  has_slots: boolean;
}

export function compileFilter(filter: Filter, target: Target, bound: Arguments): string {
  const compileAll = (filters: readonly Filter[], word: string) =>
    `(${filters.map((one) => compileFilter(one, target, bound)).join(` ${word} `)})`;
  if ("and" in filter) return compileAll(filter.and, "and");
  if ("or" in filter) return compileAll(filter.or, "or");
  // A comparison with an empty cell is unknown, and its opposite holds. Elsewhere it is left bare for the indexes.
  if ("not" in filter) return `(not coalesce(${compileFilter(filter.not, target, bound)}, false))`;
  return `(${compileCondition(filter, target, bound)})`;
}

function compileCondition(
  { n, op, value }: Condition,
  { columns, has_slots }: Target,
  bound: Arguments,
): string {
  if (n === POSITION_N)
    return op === "near"
      ? compileNear(value as Near, "r.lat", "r.lng", bound)
      : `r.lat is ${value === true ? "" : "not "}null`;
  const column = columns.find((one) => one.n === n);
  // No rule keeps a column that is gone: `column_in_use` refuses it. What no column has holds for no record.
  if (column === undefined) return "false";
  const cell = `r.values->'c${n}'`;
  if (op === "is_null") return `${cell} is ${value === true ? "" : "not "}null`;
  if (op === "near") {
    if (column.type === "address") return compileNear(value as Near, "r.lat", "r.lng", bound);
    const part = (member: string) =>
      `(case when jsonb_typeof(${cell}->'${member}') = 'number' then (${cell}->>'${member}')::float8 end)`;
    return compileNear(value as Near, part("lat"), part("lng"), bound);
  }
  const text = column.type === "address" ? `${cell}->>'text'` : `r.values->>'c${n}'`;
  if (op === "contains") return `position(lower(${bound.bind(value, "text")}) in lower(${text})) > 0`;
  if (op === "starts_with") return `starts_with(lower(${text}), lower(${bound.bind(value, "text")}))`;
  return compileComparison(column, op, value, { text, has_slots, bound });
}

const SIGNS = { eq: "=", ne: "is distinct from", gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;

function compileComparison(
  column: Column,
  op: Exclude<Condition["op"], "contains" | "starts_with" | "is_null" | "near">,
  value: unknown,
  { text, has_slots, bound }: { text: string; has_slots: boolean; bound: Arguments },
): string {
  const { n, type, slot } = column;
  const is_number = type === "number" || type === "ref";
  const cell = is_number
    ? `(case when jsonb_typeof(r.values->'c${n}') = 'number' then (${text})::numeric end)`
    : text;
  const sql_type = is_number ? "numeric" : "text";
  const index = has_slots && slot !== null ? `r.slot_${slot}` : null;
  if (op === "in") {
    const values = value as CellValue[];
    const exact = `${cell} = any(${bound.bindList(values, sql_type)})`;
    return index === null
      ? exact
      : `${index} = any(${bound.bindList(values.map(buildSlot), "text")}) and ${exact}`;
  }
  const sign = SIGNS[op];
  if (op === "eq" || op === "ne") {
    const exact = `${cell} ${sign} ${bound.bind(typeof value === "boolean" ? String(value) : value, sql_type)}`;
    if (index === null || op === "ne") return exact;
    return `${index} = ${bound.bind(buildSlot(value as CellValue), "text")} and ${exact}`;
  }
  if (type === "text")
    return `lower(${cell}) collate "und-x-icu" ${sign} lower(${bound.bind(value, "text")})`;
  if (index !== null) return `${index} ${sign} ${bound.bind(buildSlot(value as CellValue), "text")}`;
  const compared = `${cell}${is_number ? "" : ' collate "C"'}`;
  return `${compared} ${sign} ${bound.bind(value, sql_type)}`;
}

const METRES_PER_DEGREE = 111_195;

/** A box first, which an index of the latitude narrows; then the distance. */
function compileNear(
  { lat, lng, radius_m }: Near,
  lat_sql: string,
  lng_sql: string,
  bound: Arguments,
): string {
  const degrees = radius_m / METRES_PER_DEGREE;
  const [south, north] = [Math.max(-90, lat - degrees), Math.min(90, lat + degrees)];
  const box = `${lat_sql} between ${bound.bind(south, "float8")} and ${bound.bind(north, "float8")}`;
  return `${box} and ${compileDistance({ lat, lng }, lat_sql, lng_sql, bound)} <= ${bound.bind(radius_m, "float8")}`;
}

export function compileDistance(
  { lat, lng }: Pick<Near, "lat" | "lng">,
  lat_sql: string,
  lng_sql: string,
  bound: Arguments,
): string {
  return `dataset_distance_m(${lat_sql}, ${lng_sql}, ${bound.bind(lat, "float8")}, ${bound.bind(lng, "float8")})`;
}

/** Empty cells come last in either direction. */
export function compileSort(column: Column, descending: boolean, has_slots: boolean): string {
  const { n, type, slot } = column;
  const direction = descending ? "desc nulls last" : "asc nulls last";
  if (has_slots && slot !== null) return `r.slot_${slot} ${direction}`;
  if (type === "number" || type === "ref")
    return `(case when jsonb_typeof(r.values->'c${n}') = 'number' then (r.values->>'c${n}')::numeric end) ${direction}`;
  const text = type === "address" ? `r.values->'c${n}'->>'text'` : `r.values->>'c${n}'`;
  return `lower(${text}) collate "und-x-icu" ${direction}`;
}
