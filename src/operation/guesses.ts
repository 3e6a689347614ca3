/**
 * Tracking numbers can be tried one after the other. Whoever names too many that are not there waits, known ones
 * included, so that a guess that fits shows no difference; whoever names known ones is never counted.
 *
 * Kept in memory, so each process counts its own.
 */
import { isIPv4, isIPv6 } from "node:net";
import type { Actor } from "./actor.ts";
import { Refusal } from "./refusal.ts";

/** Numbers that are not there, within the window. Our choice: far beyond slips of the pen, far below a search. */
export const MISSES_MAX = 200;
export const WINDOW_MS = 10 * 60 * 1000;
/** Callers remembered at once; the one whose first miss is oldest is forgotten first. */
const CALLERS_MAX = 10_000;

export interface Guesser {
  actor: Pick<Actor, "account_id">;
  address: string;
}

export interface Guesses {
  /** Refuses `too_many_requests` when the caller named too many numbers that are not there. */
  admit(caller: Guesser, now: Date): void;
  miss(caller: Guesser, count: number, now: Date): void;
}

export function guesses(): Guesses {
  const callers = new Map<string, { from: number; misses: number }>();
  const present = (key: string, at: number) => {
    const known = callers.get(key);
    if (known === undefined || (known.from <= at && at < known.from + WINDOW_MS)) return known;
    callers.delete(key);
    return undefined;
  };
  return {
    admit(caller, now) {
      const at = now.getTime();
      const known = present(callerKeyOf(caller), at);
      if (known === undefined || known.misses < MISSES_MAX) return;
      const wait_s = Math.max(1, Math.ceil((known.from + WINDOW_MS - at) / 1000));
      throw new Refusal("too_many_requests", "too_many", {
        message: `Too many numbers that are not there were asked for; try again in ${wait_s} s.`,
        extra: { retry_after_s: wait_s },
        headers: { "retry-after": String(wait_s) },
      });
    },
    miss(caller, count, now) {
      if (count === 0) return;
      const key = callerKeyOf(caller);
      const known = present(key, now.getTime());
      if (known !== undefined) {
        known.misses += count;
        return;
      }
      callers.set(key, { from: now.getTime(), misses: count });
      if (callers.size > CALLERS_MAX) callers.delete(callers.keys().next().value as string);
    },
  };
}

/** An account, else the network of an address. */
export function callerKeyOf({ actor, address }: Guesser): string {
  return actor.account_id === null ? networkOf(address) : `account/${actor.account_id}`;
}

/** Whom limits count together: an IPv4 address; of IPv6 the first half, as the rest is the caller's own to choose. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:/i, "");
  if (isIPv4(plain) || !isIPv6(plain)) return plain;
  const [head = "", tail = ""] = (plain.split("%")[0] as string).toLowerCase().split("::");
  const groups = head === "" ? [] : head.split(":");
  const missing = 8 - groups.length - (tail === "" ? 0 : tail.split(":").length);
  const whole = [...groups, ...Array.from({ length: Math.max(0, missing) }, () => "0"), ...tail.split(":")];
  return whole
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}
