/**
 * Statements: text, values and a name.
 *
 * The cost of a short query is planning, not transport, so every statement is prepared under a name derived from
 * its text. Texts must therefore be few: never insert a value into one, and give each combination of optional
 * filters its own text. Measured in docs/decisions/0003-read-and-write-paths.md.
 */
import assert from "node:assert";
import pg from "pg";

export interface Statement {
  text: string;
  values: unknown[];
}

/** More different texts than this mean that values are inserted into SQL, which is a bug of ours. */
const STATEMENTS_MAX = 4000;

const names = new Map<string, string>();

const recorders = new Set<Set<string>>();

/** Records the texts that are sent while it runs, also those that were prepared before: for tests. */
export function recordTexts(): { texts: ReadonlySet<string>; start(): void; stop(): void } {
  const texts = new Set<string>();
  return { texts, start: () => void recorders.add(texts), stop: () => void recorders.delete(texts) };
}

/** The name under which a text is prepared; the same text has the same name on every connection. */
export function getStatementName(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    assert(names.size < STATEMENTS_MAX, "Too many different statement texts: is a value spliced into SQL?");
    name = `q${names.size}`;
    names.set(text, name);
  }
  for (const texts of recorders) texts.add(text);
  return name;
}

/** Every text seen so far in this process: a test runs EXPLAIN on them. */
export function listPreparedTexts(): string[] {
  return [...names.keys()];
}

/** The part of the driver's `Result` that we read. */
export interface Answer<Row> {
  rows: Row[];
  rowCount: number | null;
  command: string;
}

const SCOPE_NAME = "_scope";
export const SCOPE_TEXT = "select set_config('app.business_id', $1, true)";

/** Prepares the scope statement on a new connection; `ScopedQuery` relies on it. */
export async function openScope(client: pg.ClientBase): Promise<void> {
  await client.query({ name: SCOPE_NAME, text: SCOPE_TEXT, values: [""] });
}

interface Wire {
  bind(message: object): void;
  execute(message: object): void;
  sync(): void;
}

/** What a row description adds to a result of the driver: names, parsers, and a row to copy. */
interface Shape {
  fields: readonly object[];
  _parsers: readonly unknown[] | undefined;
  _prebuiltEmptyResultObject: object | null;
}

interface QueryInside {
  name: string;
  requiresPreparation(): boolean;
  values: unknown[];
  _result: Shape;
  _accumulateRows: boolean;
  hasBeenParsed(connection: Wire): boolean;
  prepare(connection: Wire): void;
  handleRowDescription(message: object): void;
  handleDataRow(message: object): void;
  handleCommandComplete(message: object, connection: Wire): void;
  handleError(error: Error, connection: Wire): void;
}

type QueryCallback = (error: Error | undefined, answer: unknown) => void;

const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils;

/** Row shapes of prepared statements, by connection and name. */
const shapes = new WeakMap<Wire, Map<string, Shape>>();

const Query = pg.Query as unknown as new (
  text: string,
  values: unknown[],
  callback: QueryCallback,
) => QueryInside;

/**
 * A prepared statement whose rows are described once per connection: PostgreSQL writes, and we read, a description
 * of every column only once, which for a wide row costs more than the row itself.
 *
 * PostgreSQL refuses to run a prepared statement whose columns have changed, so a cached shape cannot be wrong.
 * These are internal methods of `pg`, whose version is pinned.
 */
export class NamedQuery extends Query {
  private described: Map<string, Shape> | undefined;

  constructor({ text, values }: Statement, callback: QueryCallback) {
    // Not passed as one object: the driver copies those, which costs as much as binding the values.
    super(text, values, callback);
    this.name = getStatementName(text);
  }

  override requiresPreparation(): boolean {
    return true;
  }

  override prepare(connection: Wire): void {
    let known_shapes = shapes.get(connection);
    if (known_shapes === undefined) {
      known_shapes = new Map();
      shapes.set(connection, known_shapes);
    }
    const shape = known_shapes.get(this.name);
    if (shape === undefined || !this.hasBeenParsed(connection)) {
      this.described = known_shapes;
      super.prepare(connection);
      return;
    }
    Object.assign(this._result, shape);
    this._accumulateRows = true;
    try {
      connection.bind({
        portal: "",
        statement: this.name,
        values: this.values,
        valueMapper: prepareValue,
      });
      connection.execute({ portal: "", rows: 0 });
    } catch (error) {
      // A value that cannot be serialized: nothing was sent for it, and what was sent before must end.
      this.handleError(error as Error, connection);
    }
    connection.sync();
  }

  override handleCommandComplete(message: object, connection: Wire): void {
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    this.described?.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
    super.handleCommandComplete(message, connection);
  }
}

/**
 * One statement under row-level security. The scope and the statement share one Sync, hence one implicit
 * transaction and one round trip; the setting ends with the transaction and cannot stay on the connection.
 *
 * `db.test.ts` reads as two businesses in turn on one connection.
 */
export class ScopedQuery extends NamedQuery {
  private readonly business: string;
  private scoped = false;

  constructor(statement: Statement, business_id: number, callback: QueryCallback) {
    super(statement, callback);
    this.business = String(business_id);
  }

  override prepare(connection: Wire): void {
    connection.bind({
      statement: SCOPE_NAME,
      portal: "",
      values: [this.business],
      valueMapper: (value: unknown) => value,
    });
    connection.execute({ portal: "", rows: 0 });
    super.prepare(connection);
  }

  override handleDataRow(message: object): void {
    if (this.scoped) super.handleDataRow(message);
  }

  override handleCommandComplete(message: object, connection: Wire): void {
    if (this.scoped) super.handleCommandComplete(message, connection);
    else this.scoped = true;
  }
}
