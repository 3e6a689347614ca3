/**
 * What waits for one subscriber, bounded. Few messages are under way at a time; the others wait here, and a
 * subscriber that lets too many wait, or takes nothing for a while, is given up.
 */

export interface Message {
  topic: string;
  payload: Buffer;
  qos: 0 | 1;
}

export interface OutboxLimits {
  /** Messages written and not yet taken. */
  window: number;
  messages_max: number;
  bytes_max: number;
  /** How long nothing may be taken while something is under way. */
  stall_ms: number;
}

export const LIMITS: OutboxLimits = {
  window: 64,
  messages_max: 10_000,
  bytes_max: 8 * 1024 * 1024,
  stall_ms: 30_000,
};

export interface Outbox {
  /** False when the message does not fit any more: the subscriber is to be given up. */
  put(message: Message): boolean;
  /** The subscriber took a message. */
  taken(): void;
  isStalled(): boolean;
}

/** `write` puts one message on the wire; whoever passes it says `taken` when the subscriber has it. */
export function outboxTo(write: (message: Message) => void, limits: OutboxLimits = LIMITS): Outbox {
  let waiting: Message[] = [];
  /** Messages before it are written; moving on is cheaper than shifting. */
  let next = 0;
  let bytes = 0;
  let under_way = 0;
  let moved_at = performance.now();

  const pump = () => {
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
      pump();
      return true;
    },
    taken() {
      // A client may acknowledge what it never got.
      if (under_way === 0) return;
      under_way -= 1;
      moved_at = performance.now();
      pump();
    },
    isStalled: () => under_way > 0 && performance.now() - moved_at > limits.stall_ms,
  };
}
