/** The sort order of a grid, as the address has it: the name of a column, with `-` before it when it descends. Pure. */
import type { Column, Value } from "./columns.ts";

export interface Sort {
  name: string;
  descending: boolean;
}

export function parseSort(text: string | undefined): Sort | null {
  if (text === undefined || text === "" || text === "-") return null;
  const descending = text.startsWith("-");
  return { name: descending ? text.slice(1) : text, descending };
}

/** What a click on a head does: ascending, descending, then as the page sorts by itself. */
export function nextSort(sort: string | undefined, name: string): string | undefined {
  if (sort === name) return `-${name}`;
  return sort === `-${name}` ? undefined : name;
}

/** The name by which a column is sorted; undefined when it cannot be. */
export function findSortName<Row>(column: Column<Row>, is_read_whole: boolean): string | undefined {
  return is_read_whole ? column.value && column.key : column.sort;
}

/** Words compare as people read them, with numbers within them as numbers; rows without a value are last. */
function compareValues(one: Value, other: Value): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  return COLLATOR.compare(String(one), String(other));
}

const COLLATOR = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  text: string | undefined,
): readonly Row[] {
  const sort = parseSort(text);
  const read = columns.find(({ key }) => key === sort?.name)?.value;
  if (sort === null || read === undefined) return rows;
  const turn = sort.descending ? -1 : 1;
  return rows
    .map((row) => ({ row, value: read(row) }))
    .sort((one, other) => {
      const [a, b] = [isEmpty(one.value), isEmpty(other.value)];
      return a || b ? Number(a) - Number(b) : turn * compareValues(one.value, other.value);
    })
    .map(({ row }) => row);
}

const isEmpty = (value: Value) => value === null || value === "";
