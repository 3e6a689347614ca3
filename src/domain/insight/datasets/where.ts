/**
 * The grammar of filters: `{"city": {"eq": "Lyon"}, "or": [{"floor": {"gt": 3}}, {"lift": {"eq": true}}]}`. Columns are named
 * by their keys; parsed, by their numbers, so that a stored rule survives a new key. Pure.
 */
import type { Message } from "#operation/response/messages.ts";
import type { Column, ColumnType } from "./columns.ts";
import { messages } from "./messages.ts";
import { fitValue, TEXT_MAX } from "./values.ts";

const OPERATORS = [
  ...(["eq", "ne", "gt", "gte", "lt", "lte", "in", "contains", "starts_with"] as const),
  ...(["is_null", "near"] as const),
];
type Operator = (typeof OPERATORS)[number];

export interface Near {
  lat: number;
  lng: number;
  radius_m: number;
}

export interface Condition {
  n: number;
  op: Operator;
  value: unknown;
}

export type Filter = { and: Filter[] } | { or: Filter[] } | { not: Filter } | Condition;

/** The position of a record, whichever column it comes from. */
const POSITION_KEY = "$position";
export const POSITION_N = 0;

const DEPTH_MAX = 4;
const CONDITIONS_MAX = 50;
const IN_MAX = 200;
const RADIUS_MAX_M = 1_000_000;

const COMPARED = ["eq", "ne", "gt", "gte", "lt", "lte", "in", "is_null"] as const;
const OPERATORS_OF: Record<ColumnType, readonly Operator[]> = {
  text: [...COMPARED, "contains", "starts_with"],
  number: COMPARED,
  date: COMPARED,
  bool: ["eq", "ne", "is_null"],
  select: ["eq", "ne", "in", "contains", "starts_with", "is_null"],
  geo: ["near", "is_null"],
  address: ["contains", "starts_with", "is_null", "near"],
  ref: ["eq", "ne", "in", "is_null"],
};

/**
 * What a rule about rows may compare with, of the reader: nothing that they can change themselves. The e-mail address of
 * an employee is set by an administrator and never changes.
 */
const CALLER_MEMBERS = ["account_id", "email"] as const;
type CallerMember = (typeof CALLER_MEMBERS)[number];

/** No column has this number, so a condition on it holds for no record. */
const NO_COLUMN_N = -1;
const NO_RECORD: Filter = { n: NO_COLUMN_N, op: "is_null", value: true };

export interface ParseOptions {
  columns: readonly Column[];
  /** Keys that the caller may not know more of than that they are closed to them. */
  hidden: ReadonlySet<string>;
  sees_position: boolean;
  /** Values of the form `{"caller": "email"}` are allowed. */
  takes_caller?: boolean;
}

export class WhereFault extends Error {
  readonly code: "invalid_where" | "column_hidden";
  readonly field: string;
  readonly text: Message;

  constructor(field: string, text: Message, code: WhereFault["code"] = "invalid_where") {
    super(text.en);
    this.field = field;
    this.text = text;
    this.code = code;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Throws `WhereFault`. Null when nothing is filtered. */
export function parseWhere(where: unknown, options: ParseOptions): Filter | null {
  const parser = new Parser(options);
  const filters = parser.members(where, "where", 1);
  return filters.length === 0 ? null : joinFilters(filters);
}

function joinFilters(filters: Filter[]): Filter {
  const [first, ...others] = filters;
  return first !== undefined && others.length === 0 ? first : { and: filters };
}

class Parser {
  readonly #options: ParseOptions;
  readonly #columns: ReadonlyMap<string, Column>;
  #conditions = 0;

  constructor(options: ParseOptions) {
    this.#options = options;
    this.#columns = new Map(options.columns.map((column) => [column.key, column]));
  }

  members(where: unknown, at: string, depth: number): Filter[] {
    if (!isObject(where)) throw new WhereFault(at, messages.filter.object);
    if (depth > DEPTH_MAX) throw new WhereFault(at, messages.filter.depth.with({ depth: DEPTH_MAX }));
    return Object.entries(where).flatMap(([key, value]) => this.#member(key, value, `${at}/${key}`, depth));
  }

  #member(key: string, value: unknown, at: string, depth: number): Filter[] {
    if (key === "and" || key === "or") {
      if (!Array.isArray(value) || value.length === 0 || value.length > CONDITIONS_MAX)
        throw new WhereFault(at, messages.filter.list.with({ most: CONDITIONS_MAX }));
      const filters = value.map((one, index) => this.#nested(one, `${at}/${index}`, depth));
      return [key === "and" ? { and: filters } : { or: filters }];
    }
    if (key === "not") return [{ not: this.#nested(value, at, depth) }];
    return this.#column(key, value, at.slice(0, 200));
  }

  #nested(value: unknown, at: string, depth: number): Filter {
    const filters = this.members(value, at, depth + 1);
    if (filters.length === 0) throw new WhereFault(at, messages.filter.empty);
    return joinFilters(filters);
  }

  #column(key: string, value: unknown, at: string): Filter[] {
    const { hidden, sees_position } = this.#options;
    if (hidden.has(key) || (key === POSITION_KEY && !sees_position))
      throw new WhereFault(at, messages.hidden_from_you, "column_hidden");
    const column = this.#columns.get(key);
    if (column === undefined && key !== POSITION_KEY) throw new WhereFault(at, messages.no_column);
    if (!isObject(value) || Object.keys(value).length === 0)
      throw new WhereFault(at, messages.filter.operators.with({ example: '{"eq": 5}' }));
    return Object.entries(value).map(([op, operand]) => {
      this.#conditions += 1;
      if (this.#conditions > CONDITIONS_MAX)
        throw new WhereFault(at, messages.filter.conditions_max.with({ most: CONDITIONS_MAX }));
      const allowed =
        column === undefined ? (["near", "is_null"] as readonly Operator[]) : OPERATORS_OF[column.type];
      if (!(allowed as readonly string[]).includes(op))
        throw new WhereFault(
          `${at}/${op.slice(0, 40)}`,
          messages.filter.operator.with({ operators: allowed.join(", ") }),
        );
      return {
        n: column?.n ?? POSITION_N,
        op: op as Operator,
        value: this.#operand(column, op as Operator, operand, `${at}/${op}`),
      };
    });
  }

  #operand(column: Column | undefined, op: Operator, value: unknown, at: string): unknown {
    if (op === "is_null") {
      if (typeof value !== "boolean") throw new WhereFault(at, messages.cell.boolean);
      return value;
    }
    if (op === "near") return readNear(value, at);
    if (op === "contains" || op === "starts_with") return readPart(value, at);
    if (column === undefined) throw new WhereFault(at, messages.filter.not_here);
    if (op === "in") {
      if (!Array.isArray(value) || value.length === 0 || value.length > IN_MAX)
        throw new WhereFault(at, messages.filter.values.with({ most: IN_MAX }));
      return value.map((one, index) => fitOperand(column, one, `${at}/${index}`));
    }
    const { takes_caller } = this.#options;
    if (takes_caller === true && isObject(value)) return readCaller(column, value, at);
    return fitOperand(column, value, at);
  }
}

function fitOperand(column: Column, value: unknown, at: string): unknown {
  // An option that the column has no more is not an error: nothing is equal to it.
  if (column.type === "select" && typeof value === "string") return readPart(value, at);
  const fitted = fitValue({ ...column, unique: false }, value);
  if ("fault" in fitted) throw new WhereFault(at, fitted.fault);
  if (fitted.value === null) throw new WhereFault(at, messages.filter.not_empty);
  return fitted.value;
}

function readPart(value: unknown, at: string): string {
  if (typeof value !== "string" || value.trim() === "") throw new WhereFault(at, messages.cell.text);
  if (value.length > TEXT_MAX || value.includes("\0") || !value.isWellFormed())
    throw new WhereFault(at, messages.filter.part);
  return value;
}

/** Throws `WhereFault`. */
function readNear(value: unknown, at: string): Near {
  const { lat, lng, radius_m } = isObject(value) ? value : {};
  const within = (part: unknown, least: number, most: number) =>
    typeof part === "number" && part >= least && part <= most;
  if (!within(lat, -90, 90) || !within(lng, -180, 180) || !within(radius_m, 1, RADIUS_MAX_M))
    throw new WhereFault(
      at,
      messages.filter.near.with({ example: "{lat, lng, radius_m}", metres: RADIUS_MAX_M }),
    );
  return { lat, lng, radius_m } as Near;
}

function readCaller(column: Column, value: Record<string, unknown>, at: string) {
  const { caller } = value;
  const member = CALLER_MEMBERS.find((one) => one === caller);
  if (caller === "name") throw new WhereFault(at, CALLER_NAME_FAULT);
  if (member === undefined || Object.keys(value).length !== 1)
    throw new WhereFault(at, messages.filter.caller.with({ members: CALLER_MEMBERS.join(", ") }));
  if (column.type !== (member === "account_id" ? "number" : "text"))
    throw new WhereFault(at, messages.filter.caller_type.with({ type: column.type, member }));
  return { caller: member };
}

const CALLER_NAME_FAULT = messages.filter.caller_name.with({
  account: '{"caller": "account_id"}',
  email: '{"caller": "email"}',
});

/** The conditions of a rule, wherever they are nested. */
function listConditions(filter: Filter): Condition[] {
  if ("and" in filter) return filter.and.flatMap(listConditions);
  if ("or" in filter) return filter.or.flatMap(listConditions);
  return "not" in filter ? listConditions(filter.not) : [filter];
}

/** What of the caller a condition is compared with, as it is stored; undefined for a plain value. */
const readComparedMember = ({ value }: Condition): unknown =>
  isObject(value) && "caller" in value ? value["caller"] : undefined;

/** Why a rule that is stored holds for no record and must be changed; null when it is a rule as it may be now. */
export function findRuleFault(rule: Filter | null): Message | null {
  const compared = rule === null ? [] : listConditions(rule).map(readComparedMember);
  const is_unknown = (member: unknown) =>
    member !== undefined && !CALLER_MEMBERS.some((one) => one === member);
  return compared.some(is_unknown) ? CALLER_NAME_FAULT : null;
}

/**
 * The rule for one reader: their own e-mail address in the place of `{"caller": "email"}`. A rule that compares with what
 * the reader does not have, or with what rules may not name any more, holds for no record as a whole: put in place of
 * the one condition, it would hold for every record under `not` and `ne`.
 */
export function fillCaller(
  filter: Filter,
  caller: Readonly<Record<CallerMember, string | number | null>>,
): Filter {
  const compared = listConditions(filter).map(readComparedMember);
  const is_missing = (member: unknown) => member !== undefined && !caller[member as CallerMember];
  if (compared.some(is_missing) || findRuleFault(filter) !== null) return NO_RECORD;
  return fillValues(filter, caller);
}

function fillValues(filter: Filter, caller: Readonly<Record<CallerMember, string | number | null>>): Filter {
  if ("and" in filter) return { and: filter.and.map((one) => fillValues(one, caller)) };
  if ("or" in filter) return { or: filter.or.map((one) => fillValues(one, caller)) };
  if ("not" in filter) return { not: fillValues(filter.not, caller) };
  const member = readComparedMember(filter);
  return member === undefined ? filter : { ...filter, value: caller[member as CallerMember] };
}

/** The numbers of the columns that a filter reads. */
export function listFilterColumns(filter: Filter | null): number[] {
  return filter === null ? [] : listConditions(filter).map(({ n }) => n);
}

/** A parsed filter as it was written, with the keys that columns have now. */
export function formatWhere(filter: Filter, columns: readonly Column[]): Record<string, unknown> {
  if ("and" in filter) return { and: filter.and.map((one) => formatWhere(one, columns)) };
  if ("or" in filter) return { or: filter.or.map((one) => formatWhere(one, columns)) };
  if ("not" in filter) return { not: formatWhere(filter.not, columns) };
  const key = filter.n === POSITION_N ? POSITION_KEY : (columns.find(({ n }) => n === filter.n)?.key ?? "");
  return { [key]: { [filter.op]: filter.value } };
}
