/** Reads the cells of changed columns again: what fits becomes a value of the new type, what does not is listed. */
import type { Context } from "#operation/define/context.ts";
import type { Message } from "#operation/response/messages.ts";
import type { ChangedDesign } from "./column-changes.ts";
import type { Column } from "./columns.ts";
import { toUniqueText } from "./drafts.ts";
import { messages } from "./messages.ts";
import type { DatasetView } from "./records/dataset.ts";
import {
  type DecidedRecord,
  deriveAgain,
  type RecordVersion,
  storeRecords,
  VERSION_COLUMNS,
} from "./records/dataset-record.ts";
import { insertUniqueValues, keepUniqueValues } from "./records/dataset-unique-value.ts";
import { computePosition, type Position } from "./rules.ts";
import { convertValue, formatValue, type Values } from "./values.ts";

interface Misfit {
  record_id: number;
  column: string;
  value: string;
  message: string;
  /** An empty required cell cannot be emptied. */
  can_clear: boolean;
}

export interface Conversion {
  /** Records that were read. */
  checked: number;
  converted: number;
  misfits: number;
  /** Misfits that cannot be cleared. */
  blocking: number;
  /** The first. */
  examples: Misfit[];
}

const CHUNK = 2000;
const EXAMPLES_MAX = 50;
const VALUE_LENGTH_MAX = 80;

/** Converts what fits and empties what does not; the caller refuses the whole call where that is not wanted. */
export async function convertRecords(
  context: Context<never>,
  view: DatasetView,
  design: ChangedDesign,
): Promise<Conversion> {
  const { db, business_id } = context;
  const converter = new Converter(context, view, design, await loadKnownRefs(context, design.checked));
  const designed: DatasetView = { ...view, all_columns: design.columns };
  const unchecked_columns = design.columns.filter(
    (column) => column.unique && !design.checked.includes(column),
  );
  await keepUniqueValues(
    context,
    view.id,
    unchecked_columns.map(({ n }) => n),
  );
  for (let after = 0; ; ) {
    const rows = await db.rows<RecordVersion>(
      `select ${VERSION_COLUMNS} from dataset_record
        where business_id = $1 and dataset_id = $2 and id > $3 order by id limit ${CHUNK}`,
      [business_id, view.id, after],
    );
    const records = rows.map((row) => converter.convert(row));
    const changed = records.filter(({ is_changed }) => is_changed);
    await storeRecords(context, designed, changed);
    await deriveAgain(
      context,
      designed,
      records.filter(({ is_changed }) => !is_changed),
    );
    after = rows.at(-1)?.id ?? after;
    if (rows.length < CHUNK) break;
  }
  await insertUniqueValues(context, view.id, converter.unique_values);
  return converter.conversion;
}

class Converter {
  readonly conversion: Conversion = { checked: 0, converted: 0, misfits: 0, blocking: 0, examples: [] };
  /** By number of the column: the record of each value. */
  readonly unique_values = new Map<number, Map<string, number>>();
  readonly #view: DatasetView;
  readonly #design: ChangedDesign;
  readonly #refs: ReadonlyMap<number, ReadonlySet<number>>;
  readonly #before: ReadonlyMap<number, Column>;

  readonly #say: Context["say"];

  constructor(
    { say }: Context<never>,
    view: DatasetView,
    design: ChangedDesign,
    refs: ReadonlyMap<number, ReadonlySet<number>>,
  ) {
    this.#say = say;
    this.#view = view;
    this.#design = design;
    this.#refs = refs;
    this.#before = new Map(view.all_columns.map((column) => [column.n, column]));
    for (const { n, unique } of design.checked) if (unique) this.unique_values.set(n, new Map());
  }

  convert(before: RecordVersion): DecidedRecord & { is_changed: boolean } {
    const values: Values = { ...before.values };
    for (const { n } of this.#design.removed) delete values[`c${n}`];
    let is_changed = false;
    for (const column of this.#design.checked)
      if (this.#convertCell(before.id, column, values)) is_changed = true;
    this.conversion.checked += 1;
    const position = this.#reposition(before, values);
    const is_moved = position.geocode_state !== before.geocode_state || position.lat !== before.lat;
    return {
      id: before.id,
      group_id: before.group_id,
      values,
      position,
      before,
      is_changed: is_changed || is_moved,
    };
  }

  /** True when the cell has another value than before. */
  #convertCell(record_id: number, column: Column, values: Values): boolean {
    const cell = `c${column.n}`;
    const value = values[cell];
    if (value === undefined) {
      if (column.required) this.#addUnconverted(record_id, column, "", messages.required_empty, false);
      return false;
    }
    const fitted = convertValue(column, value);
    const fault = "fault" in fitted ? fitted.fault : this.#findClash(record_id, column, fitted.value);
    if (fault !== null) {
      this.#addUnconverted(record_id, column, formatValue(value), fault, !column.required);
      delete values[cell];
      return true;
    }
    if (!("value" in fitted) || fitted.value === null || fitted.value === value) return false;
    if (this.#before.get(column.n)?.type === column.type) return false;
    values[cell] = fitted.value;
    this.conversion.converted += 1;
    return true;
  }

  #findClash(record_id: number, { n, unique }: Column, value: unknown): Message | null {
    const refs = this.#refs.get(n);
    if (refs !== undefined && !refs.has(value as number)) return messages.no_record_of_other;
    const taken_values = unique ? this.unique_values.get(n) : undefined;
    if (taken_values === undefined) return null;
    const text = toUniqueText(value as string);
    if (taken_values.has(text)) return messages.value_of_record.with({ record: taken_values.get(text) ?? 0 });
    taken_values.set(text, record_id);
    return null;
  }

  #addUnconverted(
    record_id: number,
    { key }: Column,
    value: string,
    message: Message,
    can_clear: boolean,
  ): void {
    const { conversion } = this;
    conversion.misfits += 1;
    if (!can_clear) conversion.blocking += 1;
    if (conversion.examples.length < EXAMPLES_MAX)
      conversion.examples.push({
        record_id,
        column: key,
        value: value.slice(0, VALUE_LENGTH_MAX),
        message: this.#say(message),
        can_clear,
      });
  }

  #reposition(before: RecordVersion, values: Values): Position {
    const position = {
      lat: before.lat,
      lng: before.lng,
      geocode_state: before.geocode_state,
      geocode_precision: before.geocode_precision,
    };
    const column = this.#design.columns.find(({ n }) => n === this.#design.position_n);
    const is_same_column =
      column?.n === this.#view.position_n && this.#before.get(column?.n ?? -1)?.type === column?.type;
    return computePosition({
      column,
      before:
        is_same_column || position.geocode_state === "pinned" ? { values: before.values, position } : null,
      values,
      pin: undefined,
      geocodes_on_write: this.#view.geocodes_on_write,
    });
  }
}

async function loadKnownRefs(
  { db, business_id }: Context<never>,
  checked: readonly Column[],
): Promise<Map<number, ReadonlySet<number>>> {
  const known_records = new Map<number, ReadonlySet<number>>();
  for (const { n, ref_dataset_id } of checked) {
    if (ref_dataset_id === null) continue;
    const rows = await db.rows<{ id: number }>(
      "select id from dataset_record where business_id = $1 and dataset_id = $2 order by id for key share",
      [business_id, ref_dataset_id],
    );
    known_records.set(n, new Set(rows.map(({ id }) => id)));
  }
  return known_records;
}
