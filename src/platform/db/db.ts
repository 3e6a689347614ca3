/**
 * Database access of a run: `rows`, `row` and `execute`, limited to one business.
 *
 * A read takes a connection per statement (no hold and wait, no common snapshot); a write sends every statement on
 * the one connection of its transaction, pipelined.
 */
import type { Writable } from "node:stream";
import type pg from "pg";
import type { FairPool } from "./fair-pool.ts";
import { type Answer, getStatementName, NamedQuery, ScopedQuery } from "./statement.ts";

export interface Db {
  /** All result rows. */
  rows<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  /** The first row, or undefined. */
  row<Row>(text: string, values?: unknown[]): Promise<Row | undefined>;
  /** The number of affected rows. */
  execute(text: string, values?: unknown[]): Promise<number>;
}

function buildDb(send: (text: string, values: unknown[]) => Promise<Answer<unknown>>): Db {
  return {
    async rows<Row>(text: string, values: unknown[] = []) {
      return (await send(text, values)).rows as Row[];
    },
    async row<Row>(text: string, values: unknown[] = []) {
      return (await send(text, values)).rows[0] as Row | undefined;
    },
    async execute(text: string, values: unknown[] = []) {
      return (await send(text, values)).rowCount ?? 0;
    },
  };
}

/**
 * Reads of one business. Statements sent in the same turn of the event loop share a connection and one system call,
 * pipelined; each has its own scope and Sync, so there is no common snapshot, and no hold and wait.
 */
export function readOnlyDb(pool: FairPool, business_id: number): Db {
  let turn: { client: Promise<pg.PoolClient>; open: number } | undefined;

  const join = () => {
    if (turn === undefined) {
      const joined = { client: pool.connectFor(business_id), open: 0 };
      turn = joined;
      // The first statement takes the connection; statements of a later turn take another.
      process.nextTick(() => {
        turn = undefined;
      });
    }
    turn.open += 1;
    return turn;
  };

  return buildDb(async (text, values) => {
    const joined = join();
    const client = await joined.client;
    try {
      return await new Promise<Answer<unknown>>((resolve, reject) => {
        const query = new ScopedQuery({ text, values }, business_id, (error, answer) => {
          if (error) reject(error);
          else resolve(answer as Answer<unknown>);
        });
        corkUntilNextTurn(client, joined);
        client.query(query as unknown as pg.QueryConfig);
      });
    } finally {
      joined.open -= 1;
      if (joined.open === 0) client.release();
    }
  });
}

const corked = new WeakSet<object>();

/** Everything sent to one connection in one turn of the event loop is written with one system call. */
function corkUntilNextTurn(client: pg.PoolClient, whose: object): void {
  if (corked.has(whose)) return;
  corked.add(whose);
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  stream.cork();
  process.nextTick(() => {
    corked.delete(whose);
    stream.uncork();
  });
}

/** Statements on a pool without a business: the queries of the system role. */
export function systemDb(pool: pg.Pool): Db {
  return buildDb(
    (text, values) => pool.query({ name: getStatementName(text), text, values }) as Promise<Answer<unknown>>,
  );
}

/** A transaction on a pool without a business: installation work such as the demo. */
export async function inTransaction<T>(pool: pg.Pool, work: (db: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  const transaction = new TransactionDb(client);
  let broken: Error | undefined;
  try {
    transaction.control("begin");
    const answer = await work(transaction.db);
    await transaction.settled();
    transaction.close();
    await transaction.control("commit");
    return answer;
  } catch (error) {
    transaction.close();
    await transaction.control("rollback").catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/**
 * Statements of one transaction. Each promise gets its own catch handler when it is sent (an unhandled rejection
 * would end the process); `settled` waits for all of them, whether the run awaits them or not.
 *
 * A closed transaction sends nothing: parts of a refused run that continue would otherwise write after the
 * ROLLBACK, or into the next transaction of the connection. Their promises stay pending for ever, because nothing
 * awaits them any more and an unhandled rejection would end the process.
 */
export class TransactionDb {
  private readonly issued: Promise<unknown>[] = [];
  readonly db: Db;
  private readonly client: pg.PoolClient;
  private closed = false;

  constructor(client: pg.PoolClient) {
    this.client = client;
    this.db = buildDb((text, values) => this.send(text, values));
  }

  close(): void {
    this.closed = true;
  }

  send(text: string, values: unknown[] = []): Promise<Answer<unknown>> {
    if (this.closed) return new Promise(() => {});
    corkUntilNextTurn(this.client, this);
    const pending = new Promise<Answer<unknown>>((resolve, reject) => {
      const query = new NamedQuery({ text, values }, (error, answer) => {
        if (error) reject(error);
        else resolve(answer as Answer<unknown>);
      });
      this.client.query(query as unknown as pg.QueryConfig);
    });
    pending.catch(() => {});
    this.issued.push(pending);
    return pending;
  }

  /** BEGIN, COMMIT and ROLLBACK: unnamed, not in the list of statements. */
  control(text: string): Promise<Answer<unknown>> {
    corkUntilNextTurn(this.client, this);
    const answer = this.client.query(text) as unknown as Promise<Answer<unknown>>;
    answer.catch(() => {});
    return answer;
  }

  /** Tracks a promise created beside the statements, such as a job sent through the queue's own client. */
  keep<T>(promise: Promise<T>): Promise<T> {
    promise.catch(() => {});
    this.issued.push(promise);
    return promise;
  }

  async settled(): Promise<void> {
    // A statement may be sent while an earlier one is awaited.
    for (let index = 0; index < this.issued.length; index += 1) await this.issued[index];
  }
}
