/**
 * Places that businesses share: connections, threads, calls under way.
 *
 * Who waits is served in turns, one business after the other, so that a business waits for one piece of work of another,
 * however much that one has asked for. With `keeps_free`, a business may also hold no more than twice what it leaves free:
 * ten places give one business six, a second three and a third one. Work that never ends then stops its own business and
 * no other. The same bound holds for the places in the queue. The service's own work (payer null) has its turns and no
 * bound.
 */
import type { Payer } from "./payer.ts";

export interface FairQueueOptions {
  places: number;
  /** Work that waits, of all businesses together; further work is refused. */
  waiting_max: number;
  /** A business never takes the last places. */
  keeps_free: boolean;
  /** Most places of one business at once, where that is less. */
  places_of_one?: number;
  /** After this it is refused; no limit when absent. */
  wait_max_ms?: number;
}

/** The business has asked for more than it can be given now. Others are served. */
export class QueueBusy extends Error {
  override name = "QueueBusy";
  readonly reason: "full" | "time";

  constructor(reason: "full" | "time") {
    super(
      reason === "full"
        ? "Too much work of this business is waiting."
        : "The work before this one took too long.",
    );
    this.reason = reason;
  }
}

/** A business may have this many times what it leaves to others. */
const FREE_SHARE_FACTOR = 2;

interface Waiting {
  start(): void;
}

interface Share {
  held: number;
  /** When it was last given a place, as a count of places given; 0: not since it came. */
  turn: number;
  waiting: Waiting[];
}

export class FairQueue {
  readonly #options: FairQueueOptions;
  /** Without those who neither hold nor wait. */
  readonly #shares = new Map<Payer, Share>();
  #held = 0;
  #waiting = 0;
  #turns = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  get held(): number {
    return this.#held;
  }

  get waiting(): number {
    return this.#waiting;
  }

  heldBy(payer: Payer): number {
    return this.#shares.get(payer)?.held ?? 0;
  }

  /** Takes a place if there is one now and nobody has to wait before; the caller then calls `leave`. */
  tryEnter(payer: Payer): boolean {
    const share = this.#shares.get(payer);
    if ((share !== undefined && share.waiting.length > 0) || !this.#mayHold(payer, share)) return false;
    this.#give(payer, share ?? { held: 0, turn: 0, waiting: [] });
    return true;
  }

  /**
   * Resolves with the place, for `leave`. Rejects with `QueueBusy`, and with the reason of the signal, which also gives up
   * the place in the queue.
   */
  async enter(payer: Payer, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (this.tryEnter(payer)) return;
    const { waiting_max, wait_max_ms } = this.#options;
    const share = this.#shares.get(payer) ?? { held: 0, turn: 0, waiting: [] };
    const room = waiting_max - this.#waiting;
    if (
      room <= 0 ||
      (payer !== null && share.waiting.length + 1 > Math.max(1, FREE_SHARE_FACTOR * (room - 1)))
    )
      throw new QueueBusy("full");
    this.#shares.set(payer, share);
    await new Promise<void>((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", abort);
      };
      const waiting: Waiting = {
        start() {
          settle();
          resolve();
        },
      };
      const giveUp = (reason: unknown) => {
        settle();
        share.waiting.splice(share.waiting.indexOf(waiting), 1);
        this.#waiting -= 1;
        this.#forget(payer, share);
        reject(reason);
      };
      const abort = () => giveUp(signal?.reason);
      const timer =
        wait_max_ms === undefined ? undefined : setTimeout(() => giveUp(new QueueBusy("time")), wait_max_ms);
      signal?.addEventListener("abort", abort, { once: true });
      share.waiting.push(waiting);
      this.#waiting += 1;
    });
  }

  leave(payer: Payer): void {
    const share = this.#shares.get(payer);
    if (share === undefined || share.held === 0) throw new Error("A place was left that was not taken.");
    share.held -= 1;
    this.#held -= 1;
    this.#forget(payer, share);
    this.#serve();
  }

  /** Runs the work with a place. */
  async run<T>(payer: Payer, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.enter(payer, signal);
    try {
      return await work();
    } finally {
      this.leave(payer);
    }
  }

  #mayHold(payer: Payer, share: Share | undefined): boolean {
    const { places, places_of_one = places, keeps_free } = this.#options;
    const free = places - this.#held;
    if (free <= 0) return false;
    const held = share?.held ?? 0;
    if (payer === null || held === 0) return true;
    if (held >= places_of_one) return false;
    return !keeps_free || held + 1 <= FREE_SHARE_FACTOR * (free - 1);
  }

  #give(payer: Payer, share: Share): void {
    this.#turns += 1;
    share.turn = this.#turns;
    share.held += 1;
    this.#held += 1;
    this.#shares.set(payer, share);
  }

  /** As long as there are places, whose last turn is longest ago. */
  #serve(): void {
    while (this.#waiting > 0) {
      let next: [Payer, Share] | undefined;
      for (const [payer, share] of this.#shares)
        if (
          share.waiting.length > 0 &&
          (next === undefined || share.turn < next[1].turn) &&
          this.#mayHold(payer, share)
        )
          next = [payer, share];
      const waiting = next?.[1].waiting.shift();
      if (next === undefined || waiting === undefined) return;
      this.#waiting -= 1;
      this.#give(...next);
      waiting.start();
    }
  }

  #forget(payer: Payer, { held, waiting }: Share): void {
    if (held === 0 && waiting.length === 0) this.#shares.delete(payer);
  }
}
