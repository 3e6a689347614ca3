/**
 * Connections that have not signed in. They cost nothing to open, so they never keep out one that comes later: when there are
 * too many, the oldest of an address is closed, of the address that has the most. A client that signs in does so at once.
 */
export interface Closable {
  destroy(): void;
}

export interface PendingLimits {
  max: number;
  max_of_address: number;
}

export class PendingConnections<Connection extends Closable> {
  readonly #limits: PendingLimits;
  /** By address, in the order in which they came. */
  readonly #by_address = new Map<string, Set<Connection>>();
  readonly #address_of = new Map<Connection, string>();

  constructor(limits: PendingLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#address_of.size;
  }

  add(connection: Connection, address: string): void {
    const here = this.#by_address.get(address) ?? new Set();
    this.#by_address.set(address, here.add(connection));
    this.#address_of.set(connection, address);
    if (here.size > this.#limits.max_of_address) this.#closeOldest(here);
    else if (this.size > this.#limits.max) this.#closeOldest(this.#findLargest());
  }

  /** It signed in, or ended. */
  delete(connection: Connection): void {
    const address = this.#address_of.get(connection);
    if (address === undefined) return;
    this.#address_of.delete(connection);
    const here = this.#by_address.get(address);
    here?.delete(connection);
    if (here?.size === 0) this.#by_address.delete(address);
  }

  #findLargest(): Set<Connection> {
    let largest = new Set<Connection>();
    for (const here of this.#by_address.values()) if (here.size > largest.size) largest = here;
    return largest;
  }

  #closeOldest([oldest]: Set<Connection>): void {
    if (oldest === undefined) return;
    this.delete(oldest);
    oldest.destroy();
  }
}
