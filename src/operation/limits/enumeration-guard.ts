/**
 * Limits guessing of tracking numbers. A caller who requests too many unknown numbers is refused for all numbers,
 * existing ones included, so that a correct guess cannot be recognized. Requests for existing numbers are never
 * counted.
 *
 * The counts are in memory; what other processes counted joins them about a second later (`shared-counts.ts`).
 */
import { isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";
import type { Actor } from "../caller/actor.ts";
import { Refusal } from "../define/refusal.ts";
import { NOT_SHARED, type ShareCounts } from "./shared-counts.ts";

const { IPv4, IPv6 } = ipaddr;
const TRANSLATED = IPv6.parse("64:ff9b::");

/** Unknown numbers allowed within the window. Our choice: far more than typing errors, far fewer than a search needs. */
export const UNKNOWN_IDS_MAX = 200;
export const WINDOW_MS = 10 * 60 * 1000;
const SLOT_MS = 60_000;
/** Largest number of remembered callers; the one that was not seen for longest is forgotten first. */
const CALLERS_MAX = 10_000;

export interface GuardedCaller {
  actor: Pick<Actor, "account_id">;
  address: string;
}

export interface EnumerationGuard {
  /** Refuses `too_many_requests` when the caller requested too many unknown numbers. */
  admit(caller: GuardedCaller, now: Date): void;
  miss(caller: GuardedCaller, count: number, now: Date): void;
}

export function createEnumerationGuard(share: ShareCounts = NOT_SHARED): EnumerationGuard {
  const callers = new LRUCache<string, { from: number; misses: number }>({ max: CALLERS_MAX });
  const findCurrent = (key: string, at: number) => {
    const known = callers.get(key);
    if (known === undefined || (known.from <= at && at < known.from + WINDOW_MS)) return known;
    callers.delete(key);
    return undefined;
  };
  const count = (key: string, misses: number, at: number) => {
    const known = findCurrent(key, at);
    if (known === undefined) callers.set(key, { from: at, misses });
    else known.misses += misses;
  };
  const counts = share({
    name: "unknown",
    slot_ms: SLOT_MS,
    window_ms: WINDOW_MS,
    addOthers: (key, at, misses) => count(key, misses, Math.max(at, callers.get(key)?.from ?? at)),
  });
  return {
    admit(caller, now) {
      const at = now.getTime();
      const key = buildCallerKey(caller);
      counts.watch(key);
      const known = findCurrent(key, at);
      if (known === undefined || known.misses < UNKNOWN_IDS_MAX) return;
      const wait_s = Math.max(1, Math.ceil((known.from + WINDOW_MS - at) / 1000));
      throw new Refusal("too_many_requests", "too_many", {
        message: `Too many numbers that are not there were asked for; try again in ${wait_s} s.`,
        extra: { retry_after_s: wait_s },
        headers: { "retry-after": String(wait_s) },
      });
    },
    miss(caller, misses, now) {
      if (misses === 0) return;
      const key = buildCallerKey(caller);
      count(key, misses, now.getTime());
      counts.add(key, now.getTime(), misses);
    },
  };
}

/** The account, or else the network of the address. */
export function buildCallerKey({ actor, address }: GuardedCaller): string {
  return actor.account_id === null ? getNetworkPrefix(address) : `account/${actor.account_id}`;
}

/**
 * The group of addresses that limits count as one caller: an IPv4 address; for IPv6 the first 64 bits, because the
 * caller chooses the rest.
 *
 * An IPv4 address embedded in IPv6 is that address in every notation: `::ffff:102:304` (IPv4-mapped, RFC 4291, 2.5.5.2)
 * and `64:ff9b::102:304` (the well-known prefix of translators, RFC 6052, 2.1) are 1.2.3.4. The IPv4-compatible
 * `::1.2.3.4` (deprecated by RFC 4291) and the IPv4-translated `::ffff:0:1.2.3.4` (of RFC 2765, in neither RFC) are
 * treated as IPv6, and so are the prefixes that a network chooses for its own translator.
 */
export function getNetworkPrefix(address: string): string {
  if (!isIPv6(address)) return address;
  // The library reads `::1.2.3.4` as IPv4-mapped; the parser of URLs writes it in groups, as RFC 4291 defines it.
  const { hostname } = new URL(`http://[${address.split("%")[0]}]`);
  const parsed = IPv6.parse(hostname.slice(1, -1));
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  if (parsed.match(TRANSLATED, 96)) return new IPv4(parsed.toByteArray().slice(12)).toString();
  return parsed.parts
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":");
}
