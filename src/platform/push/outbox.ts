/**
 * The bounded queue of messages for one subscriber. A few messages are in flight at a time, the others wait here. A
 * subscriber with too many waiting messages, or that takes none for a while, is disconnected.
 */

export interface Message {
  topic: string;
  payload: Buffer;
  qos: 0 | 1;
}

export interface OutboxLimits {
  /** Messages written but not yet delivered. */
  window: number;
  messages_max: number;
  bytes_max: number;
  /** How long no message may be delivered while some are in flight. */
  stall_ms: number;
}

const LIMITS: OutboxLimits = {
  window: 64,
  messages_max: 10_000,
  bytes_max: 8 * 1024 * 1024,
  stall_ms: 30_000,
};

export interface Outbox {
  /** False when the outbox is full: disconnect the subscriber. */
  put(message: Message): boolean;
  /** The subscriber received a message. */
  acknowledge(): void;
  isStalled(): boolean;
}

/** `write` sends one message; its caller reports when the subscriber has received it. */
export function createOutbox(write: (message: Message) => void, limits: OutboxLimits = LIMITS): Outbox {
  let waiting: Message[] = [];
  /** Messages before this index are written; moving an index is cheaper than shifting the array. */
  let next = 0;
  let bytes = 0;
  let under_way = 0;
  let moved_at = performance.now();

  const writeNext = () => {
    while (under_way < limits.window && next < waiting.length) {
      const message = waiting[next] as Message;
      next += 1;
      bytes -= message.payload.length;
      if (under_way === 0) moved_at = performance.now();
      under_way += 1;
      write(message);
    }
    if (next === waiting.length) {
      waiting = [];
      next = 0;
    } else if (next > 1000) {
      waiting = waiting.slice(next);
      next = 0;
    }
  };

  return {
    put(message) {
      if (waiting.length - next >= limits.messages_max) return false;
      if (bytes + message.payload.length > limits.bytes_max) return false;
      waiting.push(message);
      bytes += message.payload.length;
      writeNext();
      return true;
    },
    acknowledge() {
      // A client may acknowledge a message it never received.
      if (under_way === 0) return;
      under_way -= 1;
      moved_at = performance.now();
      writeNext();
    },
    isStalled: () => under_way > 0 && performance.now() - moved_at > limits.stall_ms,
  };
}
