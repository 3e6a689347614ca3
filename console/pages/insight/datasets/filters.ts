/** Conditions of the filter of a sheet, as the service takes them. Pure. */
import type { DatasetColumn } from "./queries.ts";

const OPERATORS = ["contains", "eq", "ne", "gt", "lt", "near", "empty", "filled"] as const;
type Operator = (typeof OPERATORS)[number];

export interface Condition {
  key: string;
  op: Operator;
  value: string;
}

export function listOperators(column: DatasetColumn | undefined): readonly Operator[] {
  switch (column?.type) {
    case "text":
      return ["contains", "eq", "ne", "empty", "filled"];
    case "number":
    case "date":
      return ["eq", "ne", "gt", "lt", "empty", "filled"];
    case "select":
      return ["eq", "ne", "contains", "empty", "filled"];
    case "address":
      return ["contains", "near", "empty", "filled"];
    case "geo":
      return ["near", "empty", "filled"];
    default:
      return ["eq", "ne", "empty", "filled"];
  }
}

/** A position and kilometres: `-15.79, -47.88, 5`. */
function readNear(value: string) {
  const [lat, lng, km = 1] = value.split(/[\s,;]+/).map(Number);
  return { lat, lng, radius_m: km * 1000 };
}

function toOperand({ op, value }: Condition, column: DatasetColumn): unknown {
  if (op === "empty" || op === "filled") return op === "empty";
  if (op === "near") return readNear(value);
  if (column.type === "number" || column.type === "ref") return Number(value.replace(",", "."));
  if (column.type === "bool") return /^(true|yes|y|1|sim|s)$/i.test(value.trim());
  return value;
}

export function buildWhere(
  conditions: readonly Condition[],
  columns: readonly DatasetColumn[],
): string | undefined {
  const filters = conditions.flatMap((condition) => {
    const column = columns.find(({ key }) => key === condition.key);
    const is_complete =
      condition.op === "empty" || condition.op === "filled" || condition.value.trim() !== "";
    if (column === undefined || !is_complete) return [];
    const op = condition.op === "empty" || condition.op === "filled" ? "is_null" : condition.op;
    return [{ [column.key]: { [op]: toOperand(condition, column) } }];
  });
  return filters.length === 0 ? undefined : JSON.stringify({ and: filters });
}

function toValue(operand: unknown): string {
  if (typeof operand !== "object" || operand === null) return String(operand);
  const { lat, lng, radius_m } = operand as { lat: number; lng: number; radius_m: number };
  return `${lat}, ${lng}, ${radius_m / 1000}`;
}

/** Those that a drawer can show; a filter of another form is replaced as a whole. */
export function readConditions(where: string | undefined): Condition[] {
  try {
    const { and } = JSON.parse(where ?? "{}") as { and?: Record<string, Record<string, unknown>>[] };
    return (and ?? []).flatMap((filter) => {
      const [[key, operators] = ["", {}]] = Object.entries(filter);
      const [[op, operand] = ["", undefined]] = Object.entries(operators);
      if (op === "is_null") return [{ key, op: operand === true ? "empty" : "filled", value: "" } as const];
      const operator = OPERATORS.find((one) => one === op);
      return operator === undefined ? [] : [{ key, op: operator, value: toValue(operand) }];
    });
  } catch {
    return [];
  }
}
