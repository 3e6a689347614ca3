/** A connection pool that businesses share: none can take all connections, and who waits is served in turns. */
import pg from "pg";
import { FairQueue } from "../fairness/fair-queue.ts";
import { findPayer } from "../fairness/payer.ts";

/** More than a burst of calls with several statements each; what waits costs little memory. */
const WAITING_MAX = 4000;

type Callback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

export class FairPool extends pg.Pool {
  readonly queue: FairQueue;

  constructor(options: pg.PoolConfig & { max: number; connectionTimeoutMillis: number }) {
    super(options);
    this.queue = new FairQueue({
      places: options.max,
      waiting_max: WAITING_MAX,
      keeps_free: true,
      wait_max_ms: options.connectionTimeoutMillis,
    });
  }

  /** For the business that the work is done for, else for `business_id`. Rejects with `QueueBusy`. */
  async connectFor(business_id: number): Promise<pg.PoolClient> {
    const payer = findPayer(business_id);
    if (!this.queue.tryEnter(payer)) await this.queue.enter(payer);
    let client: pg.PoolClient;
    try {
      client = await super.connect();
    } catch (error) {
      this.queue.leave(payer);
      throw error;
    }
    const release = client.release;
    client.release = (error) => {
      // Throws when it was released before; then the place was left, too.
      release.call(client, error);
      this.queue.leave(payer);
    };
    return client;
  }

  // `query` of the pool calls it with a callback.
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    const connected = this.connectFor(0);
    if (callback === undefined) return connected;
    connected.then(
      (client) => callback(undefined, client, client.release),
      (error) => callback(error, undefined, () => {}),
    );
    return undefined;
  }
}
