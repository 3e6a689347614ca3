/**
 * Statements: text, values and a name.
 *
 * Planning, not transport, is what a short query costs, so every statement is prepared under a name that
 * follows from its text. Texts must therefore be few: never splice a value into one, and give each
 * combination of optional filters its own text. Measured in docs/decisions/0003-read-and-write-roads.md.
 */
import assert from "node:assert";
import pg from "pg";

export interface Statement {
  text: string;
  values: unknown[];
}

/** A text seen more than this many times over is a value spliced into SQL, which is a bug of ours. */
const TEXTS_MAX = 4000;

const names = new Map<string, string>();

/** The name under which a text is prepared; the same text has the same name on every connection. */
export function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    assert(names.size < TEXTS_MAX, "Too many different statement texts: is a value spliced into SQL?");
    name = `q${names.size}`;
    names.set(text, name);
  }
  return name;
}

/** Every text seen so far in this process: a test explains them. */
export function preparedTexts(): string[] {
  return [...names.keys()];
}

/** What `Result` of the driver we read. */
export interface Answer<Row> {
  rows: Row[];
  rowCount: number | null;
  command: string;
}

const SCOPE_NAME = "_scope";
export const SCOPE_TEXT = "select set_config('app.business_id', $1, true)";

/** Prepare the scope statement on a new connection; `ScopedQuery` counts on it. */
export async function openScope(client: pg.ClientBase): Promise<void> {
  await client.query({ name: SCOPE_NAME, text: SCOPE_TEXT, values: [""] });
}

interface Wire {
  bind(message: object): void;
  execute(message: object): void;
}

interface QueryInside {
  prepare(connection: Wire): void;
  handleDataRow(message: object): void;
  handleCommandComplete(message: object, connection: Wire): void;
}

const plain = pg.Query.prototype as unknown as QueryInside;

/**
 * One statement under row-level security. The scope and the statement share one Sync, hence one implicit
 * transaction and one round trip; the setting ends with it and cannot stay on the connection.
 *
 * These are inner methods of `pg`, whose version is pinned; `statement.test.ts` reads as two businesses in
 * turn on one connection.
 */
export class ScopedQuery extends (pg.Query as unknown as new (
  config: object,
  values: undefined,
  callback: (error: Error | undefined, answer: unknown) => void,
) => object) {
  private readonly business: string;
  private scoped = false;

  constructor(
    statement: Statement,
    business_id: number,
    callback: (error: Error | undefined, answer: unknown) => void,
  ) {
    super(
      { name: nameOf(statement.text), text: statement.text, values: statement.values },
      undefined,
      callback,
    );
    this.business = String(business_id);
  }

  requiresPreparation(): boolean {
    return true;
  }

  prepare(connection: Wire): void {
    connection.bind({
      statement: SCOPE_NAME,
      portal: "",
      values: [this.business],
      valueMapper: (value: unknown) => value,
    });
    connection.execute({ portal: "", rows: 0 });
    plain.prepare.call(this as unknown as QueryInside, connection);
  }

  handleDataRow(message: object): void {
    if (this.scoped) plain.handleDataRow.call(this as unknown as QueryInside, message);
  }

  handleCommandComplete(message: object, connection: Wire): void {
    if (this.scoped) plain.handleCommandComplete.call(this as unknown as QueryInside, message, connection);
    else this.scoped = true;
  }
}
