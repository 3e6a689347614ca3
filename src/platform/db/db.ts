/**
 * How a run reaches its rows: `rows`, `row` and `execute` over one business.
 *
 * A read takes a connection per statement (no hold and wait, no common snapshot); a write sends every
 * statement down the one connection of its transaction, pipelined.
 */
import type { Writable } from "node:stream";
import type pg from "pg";
import { type Answer, NamedQuery, nameOf, ScopedQuery } from "./statement.ts";

export interface Db {
  /** Every row of the answer. */
  rows<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  /** The first row, or undefined. */
  row<Row>(text: string, values?: unknown[]): Promise<Row | undefined>;
  /** How many rows were touched. */
  execute(text: string, values?: unknown[]): Promise<number>;
}

function dbOver(send: (text: string, values: unknown[]) => Promise<Answer<unknown>>): Db {
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
 * Reads of one business. Statements sent in the same turn of the event loop share a connection and one system
 * call, pipelined; each has its own scope and Sync, so there is no common snapshot, and no hold and wait.
 */
export function readerOf(pool: pg.Pool, business_id: number): Db {
  let turn: { client: Promise<pg.PoolClient>; open: number } | undefined;

  const join = () => {
    if (turn === undefined) {
      const joined = { client: pool.connect(), open: 0 };
      turn = joined;
      // The first to come takes the connection; who comes in a later turn takes another.
      process.nextTick(() => {
        turn = undefined;
      });
    }
    turn.open += 1;
    return turn;
  };

  return dbOver(async (text, values) => {
    const joined = join();
    const client = await joined.client;
    try {
      return await new Promise<Answer<unknown>>((resolve, reject) => {
        const query = new ScopedQuery({ text, values }, business_id, (error, answer) => {
          if (error) reject(error);
          else resolve(answer as Answer<unknown>);
        });
        gather(client, joined);
        client.query(query as unknown as pg.QueryConfig);
      });
    } finally {
      joined.open -= 1;
      if (joined.open === 0) client.release();
    }
  });
}

const gathering = new WeakSet<object>();

/** What is sent to one connection in one turn of the event loop leaves in one system call. */
function gather(client: pg.PoolClient, whose: object): void {
  if (gathering.has(whose)) return;
  gathering.add(whose);
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  stream.cork();
  process.nextTick(() => {
    gathering.delete(whose);
    stream.uncork();
  });
}

/** Statements on a pool with no business: the doors of the system role. */
export function doorOf(pool: pg.Pool): Db {
  return dbOver(
    (text, values) => pool.query({ name: nameOf(text), text, values }) as Promise<Answer<unknown>>,
  );
}

/** Everything or nothing, on a pool without a business: installation work such as the demo. */
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
 * Statements of one transaction. Each promise has a catch of its own when it is sent (an unhandled one would
 * end the process); `settled` waits for all of them, awaited by the run or not.
 *
 * Once it is closed it sends nothing: parts of a refused run that go on beside the one that refused would otherwise
 * write behind the ROLLBACK, or into the next transaction of the connection. They wait for ever instead: nobody
 * listens to them any more, and a rejection that nobody takes would end the process.
 */
export class TransactionDb {
  private readonly issued: Promise<unknown>[] = [];
  readonly db: Db;
  private readonly client: pg.PoolClient;
  private closed = false;

  constructor(client: pg.PoolClient) {
    this.client = client;
    this.db = dbOver((text, values) => this.send(text, values));
  }

  close(): void {
    this.closed = true;
  }

  send(text: string, values: unknown[] = []): Promise<Answer<unknown>> {
    if (this.closed) return new Promise(() => {});
    gather(this.client, this);
    const sent = new Promise<Answer<unknown>>((resolve, reject) => {
      const query = new NamedQuery({ text, values }, (error, answer) => {
        if (error) reject(error);
        else resolve(answer as Answer<unknown>);
      });
      this.client.query(query as unknown as pg.QueryConfig);
    });
    sent.catch(() => {});
    this.issued.push(sent);
    return sent;
  }

  /** BEGIN, COMMIT and ROLLBACK: unnamed, outside the list. */
  control(text: string): Promise<Answer<unknown>> {
    gather(this.client, this);
    const sent = this.client.query(text) as unknown as Promise<Answer<unknown>>;
    sent.catch(() => {});
    return sent;
  }

  /** A promise made beside the statements, such as a job sent through the queue's own client. */
  keep<T>(promise: Promise<T>): Promise<T> {
    promise.catch(() => {});
    this.issued.push(promise);
    return promise;
  }

  async settled(): Promise<void> {
    // A statement may be sent while we wait for an earlier one.
    for (let seen = 0; seen < this.issued.length; seen += 1) await this.issued[seen];
  }
}
