/**
 * Tracking numbers can be tried one after the other. Whoever names too many that are not there waits, known ones
 * included, so that a guess that fits shows no difference; whoever names known ones is never counted.
 *
 * Kept in memory, so each process counts its own.
 */
import { isIPv6 } from "node:net";
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

/** IPv4-mapped `::ffff:0:0/96` (RFC 4291, 2.5.5.2) and the well-known prefix of translators `64:ff9b::/96` (RFC 6052, 2.1). */
const EMBEDDING_IPV4 = ["0:0:0:0:0:ffff", "64:ff9b:0:0:0:0"];

/**
 * Whom limits count together: an IPv4 address; of IPv6 the first half, as the rest is the caller's own to choose.
 *
 * An IPv4 address within IPv6 is that address, in whatever spelling: `::ffff:102:304` is 1.2.3.4. The IPv4-compatible
 * `::1.2.3.4` (deprecated by RFC 4291) and the IPv4-translated `::ffff:0:1.2.3.4` (of RFC 2765, in neither RFC) are
 * IPv6 like any other, and so are the prefixes that a network chooses for its own translator.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address.split("%")[0] as string);
  if (!EMBEDDING_IPV4.includes(hexOf(groups.slice(0, 6)))) return hexOf(groups.slice(0, 4));
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join(".");
}

/** The eight numbers of 16 bits. */
function groupsOf(address: string): number[] {
  const [head = [], tail = []] = address.split("::").map(groupsOfPart);
  const missing = Math.max(0, 8 - head.length - tail.length);
  return [...head, ...new Array<number>(missing).fill(0), ...tail];
}

/** A part without `::`; its last 32 bits may be written as IPv4. */
function groupsOfPart(part: string): number[] {
  if (part === "") return [];
  return part.split(":").flatMap((group) => {
    if (!group.includes(".")) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split(".").map(Number);
    return [(a << 8) | b, (c << 8) | d];
  });
}

function hexOf(groups: readonly number[]): string {
  return groups.map((group) => group.toString(16)).join(":");
}
