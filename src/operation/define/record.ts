/**
 * A record: one kind of thing that a family keeps, in one table. The columns and their types come from the migrated
 * schema; business, times, versions and JSON are filled in here.
 *
 * Each shape of a write has one text, so that it is prepared under a name and pipelined like any other statement. Why
 * no query builder: docs/decisions/0019-records.md.
 */
import assert from "node:assert";
import { type Columns, TABLE_FACTS } from "#platform/db/columns.gen.ts";
import type { Message } from "../response/messages.ts";
import { refusals } from "../response/platform-messages.ts";
import type { Context } from "./context.ts";
import { defineGet } from "./get.ts";

export type TableName = keyof Columns & string;

type ColumnOf<Name extends TableName> = Columns[Name];
type TypeOf<Column> = Column extends { type: infer Type; nullable: infer CanBeNull }
  ? CanBeNull extends true
    ? Type | null
    : Type
  : never;

/**
 * A row of a table. A family narrows its members, and says what they mean:
 * `interface ReasonRow extends Row<"return_reason"> { requires: Requirement[] }`.
 */
export type Row<Name extends TableName> = { [C in keyof ColumnOf<Name>]: TypeOf<ColumnOf<Name>[C]> };

type FromSource<Name extends TableName, Source extends string> = {
  [C in keyof ColumnOf<Name>]: ColumnOf<Name>[C] extends { source: Source } ? C : never;
}[keyof ColumnOf<Name>];

type FilledIn = "business_id" | "created_at" | "updated_at" | "status_since";

/**
 * What a new row needs: columns without a default must be given, those that the database or this file fills in cannot. A
 * version begins with its default; one without a default is the caller's.
 */
export type NewRow<Name extends TableName, Of extends Row<Name>> = Pick<
  Of,
  Exclude<FromSource<Name, "caller">, FilledIn>
> &
  Partial<Pick<Of, Exclude<FromSource<Name, "default">, FilledIn | "version">>>;

/** What a change may set. */
export type Changes<Name extends TableName, Of extends Row<Name>> = Partial<
  Omit<Of, FilledIn | "version" | FromSource<Name, "database">>
>;

/** What a change must know of the row before it. */
type IdAndStatus<Of> = Pick<Of, Extract<keyof Of, "id" | "status">>;

type Writer = Pick<Context, "db" | "business_id" | "now">;
/** Some tables also have rows of the platform, which are of no business. */
type Inserter = Pick<Writer, "db" | "now"> & { business_id: number | null };
type Reader = Pick<Context, "db" | "business_id">;

export interface RecordOf<Name extends TableName, Of extends Row<Name>> {
  readonly table: Name;
  insert(context: Inserter, row: NewRow<Name, Of>): Promise<Of>;
  /** Undefined where another row has its unique values already. */
  insertIfAbsent(context: Inserter, row: NewRow<Name, Of>): Promise<Of | undefined>;
  /** Rows that give the same columns, with one statement. The answer is in no order. */
  insertMany(context: Inserter, rows: readonly NewRow<Name, Of>[]): Promise<Of[]>;
  find(context: Reader, id: number): Promise<Of | undefined>;
  lock(context: Reader, id: number): Promise<Of | undefined>;
  /** As `find`, but refuses `not_found`. */
  get(context: Reader, id: number): Promise<Of>;
  /** As `lock`, but refuses `not_found`. */
  getLocked(context: Reader, id: number): Promise<Of>;
  /** Stores changes of a locked row as its next version, and returns the row after it. */
  change(context: Writer, row: IdAndStatus<Of>, changes: Changes<Name, Of>): Promise<Of>;
}

/**
 * A record whose rows are known by `id`; a table without an `id` has the inserts alone. `not_found` is what is said of one
 * that is not there.
 */
export function defineRecord<Name extends TableName, Of extends Row<Name> = Row<Name>>(
  table: Name,
  not_found: Message = refusals.not_found,
): RecordOf<Name, Of> {
  // Looked up when first used: the file of a table that is new is generated from a program that has loaded this.
  const getFacts = () => {
    const facts = TABLE_FACTS[table];
    assert(facts !== undefined, `There is no table ${table}: npm run generate.`);
    return facts;
  };
  const isJson = (column: string) => getFacts().json.includes(column);
  const isFilledIn = (column: string) => getFacts().filled.includes(column);
  const by_id = `select * from ${table} where business_id = $1 and id = $2`;
  const find = ({ db, business_id }: Reader, id: number) => db.row<Of>(by_id, [business_id, id]);
  const lock = ({ db, business_id }: Reader, id: number) =>
    db.row<Of>(`${by_id} for update`, [business_id, id]);
  const inserts = new Map<string, string>();
  const changes = new Map<string, string>();

  const toColumnValue = (column: string, value: unknown) =>
    value === undefined || value === null ? null : isJson(column) ? JSON.stringify(value) : value;

  /** What every new row has beside the columns that its family gives. */
  const fillIn = ({ business_id, now }: Inserter): Record<string, unknown> => ({
    ...(isFilledIn("business_id") ? { business_id } : {}),
    ...(isFilledIn("created_at") ? { created_at: now } : {}),
    ...(isFilledIn("updated_at") ? { updated_at: now } : {}),
    ...(isFilledIn("status_since") ? { status_since: now } : {}),
  });

  const insert = (context: Inserter, row: NewRow<Name, Of>, on_conflict: string) => {
    const values: Record<string, unknown> = { ...fillIn(context), ...row };
    const columns = Object.keys(values);
    const text = remember(inserts, `${columns.join()}${on_conflict}`, () => {
      const places = columns.map((_, index) => `$${index + 1}`);
      return `insert into ${table} (${columns.join(", ")}) values (${places.join(", ")})${on_conflict} returning *`;
    });
    return context.db.row<Of>(
      text,
      columns.map((column) => toColumnValue(column, values[column])),
    );
  };

  return {
    table,

    async insert(context, row) {
      const inserted = await insert(context, row, "");
      assert(inserted !== undefined, `A row of ${table} that was inserted is not there.`);
      return inserted;
    },

    insertIfAbsent: (context, row) => insert(context, row, " on conflict do nothing"),

    async insertMany(context, rows) {
      const [first] = rows;
      if (first === undefined) return [];
      const extra = fillIn(context);
      const columns = Object.keys({ ...extra, ...first });
      const count = Object.keys(first).length;
      assert(
        rows.every((row) => Object.keys(row).length === count),
        `Rows of ${table} that are stored together give the same columns.`,
      );
      const text = remember(inserts, `many ${columns.join()}`, () => {
        const column_list = columns.join(", ");
        return `insert into ${table} (${column_list}) select ${column_list} from json_populate_recordset(null::${table}, $1::json) returning *`;
      });
      return context.db.rows<Of>(text, [JSON.stringify(rows.map((row) => ({ ...extra, ...row })))]);
    },

    find,
    lock,
    get: defineGet(find, not_found),
    getLocked: defineGet(lock, not_found),

    async change({ db, business_id, now }, row, change) {
      const { id, status } = row as { id?: unknown; status?: unknown };
      const values: Record<string, unknown> = {
        ...change,
        ...(isFilledIn("updated_at") ? { updated_at: now } : {}),
        ...(isFilledIn("status_since") && "status" in change && change.status !== status
          ? { status_since: now }
          : {}),
      };
      const columns = Object.keys(values);
      const text = remember(changes, columns.join(), () => {
        const sets = columns.map((column, index) => `${column} = $${index + 3}`);
        if (isFilledIn("version")) sets.push("version = version + 1");
        return `update ${table} set ${sets.join(", ")} where business_id = $1 and id = $2 returning *`;
      });
      const changed = await db.row<Of>(text, [
        business_id,
        id,
        ...columns.map((column) => toColumnValue(column, values[column])),
      ]);
      assert(changed !== undefined, `A locked row of ${table} was gone.`);
      return changed;
    },
  };
}

function remember(texts: Map<string, string>, key: string, build: () => string): string {
  let text = texts.get(key);
  if (text === undefined) {
    text = build();
    texts.set(key, text);
  }
  return text;
}
