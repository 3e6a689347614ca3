/**
 * Limits guessing of tracking numbers. A caller who requested too many unknown numbers waits before requesting any
 * further one, existing or not, so that a correct guess cannot be recognized. Numbers that were answered to the caller
 * before, found or not, are no guesses: they pass at any time and are not counted again.
 *
 * Single numbers and lists have a budget each, so that a list of outdated numbers does not stop somebody who types one.
 * A budget refills all the time, at the rate of the whole in a window.
 *
 * The counts are in memory; what other processes counted joins them about a second later (`shared-counts.ts`).
 */
import { isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";
import type { Actor } from "../caller/actor.ts";
import { Refusal } from "../define/refusal.ts";
import { refusals } from "../response/platform-messages.ts";
import { NOT_SHARED, type ShareCounts } from "./shared-counts.ts";

const { IPv4, IPv6 } = ipaddr;
const TRANSLATED = IPv6.parse("64:ff9b::");

/** Unknown numbers allowed at once, of single numbers and of lists each; as many are refilled in a window. Our choice: far more than typing errors, far fewer than a search needs. */
export const UNKNOWN_IDS_MAX = 200;
export const WINDOW_MS = 10 * 60 * 1000;
const SLOT_MS = 60_000;
/** Largest number of remembered callers; the one that was not seen for longest is forgotten first. */
const CALLERS_MAX = 10_000;
/** Numbers that callers were told about, of all callers. */
const TOLD_MAX = 100_000;
/** Milliseconds until one more unknown number is allowed. */
const REFILL_MS = WINDOW_MS / UNKNOWN_IDS_MAX;

export interface GuardedCaller {
  actor: Pick<Actor, "account_id" | "device">;
  address: string;
}

export interface EnumerationGuard {
  /** Refuses `too_many_requests` when the caller requests further numbers after too many unknown ones. */
  admit(caller: GuardedCaller, requested: readonly string[], now: Date): void;
  /** The answer said which of the requested numbers are unknown. */
  count(
    caller: GuardedCaller,
    lookup: { requested: readonly string[]; unknown: readonly string[] },
    now: Date,
  ): void;
}

export function createEnumerationGuard(share: ShareCounts = NOT_SHARED): EnumerationGuard {
  /** What is spent of a budget, as of a moment. */
  const budgets = new LRUCache<string, { at: number; spent: number }>({ max: CALLERS_MAX });
  const reported_keys = new LRUCache<string, true>({ max: TOLD_MAX });
  const findSpent = (key: string, at: number) => {
    const key_budget = budgets.get(key);
    if (key_budget === undefined) return 0;
    return Math.max(0, key_budget.spent - Math.max(0, at - key_budget.at) / REFILL_MS);
  };
  const spend = (key: string, unknown: number, at: number) => {
    budgets.set(key, {
      spent: findSpent(key, at) + unknown,
      at: Math.max(at, budgets.get(key)?.at ?? at),
    });
  };
  const counts = share({
    name: "unknown",
    slot_ms: SLOT_MS,
    window_ms: WINDOW_MS,
    // As if at the end of its slot: earlier, something would be refilled that was not spent yet.
    addOthers: (key, at, unknown) => spend(key, unknown, at + SLOT_MS),
  });
  return {
    admit(caller, requested, now) {
      const at = now.getTime();
      const key = buildBudgetKey(caller, requested);
      counts.watch(key);
      const spent = findSpent(key, at);
      if (spent <= UNKNOWN_IDS_MAX - 1) return;
      const account = buildCallerKey(caller);
      if (requested.every((id) => reported_keys.has(buildToldKey(account, id)))) return;
      const wait_s = Math.max(1, Math.ceil(((spent - UNKNOWN_IDS_MAX + 1) * REFILL_MS) / 1000));
      throw new Refusal("too_many_requests", "too_many", {
        message: refusals.unknown_numbers_exceeded.with({ wait: wait_s }),
        extra: { retry_after_s: wait_s },
        headers: { "retry-after": String(wait_s) },
      });
    },
    count(caller, { requested, unknown }, now) {
      const account = buildCallerKey(caller);
      const missing = new Set(unknown.map((id) => buildToldKey(account, id)));
      const guesses = [...missing].filter((key) => !reported_keys.has(key)).length;
      for (const id of requested) reported_keys.set(buildToldKey(account, id), true);
      if (guesses === 0) return;
      const key = buildBudgetKey(caller, requested);
      spend(key, guesses, now.getTime());
      counts.add(key, now.getTime(), guesses);
    },
  };
}

function buildBudgetKey(caller: GuardedCaller, requested: readonly string[]): string {
  return `${buildCallerKey(caller)}${requested.length === 1 ? "" : "/list"}`;
}

/** Readers of numbers look over case and spaces around them. */
function buildToldKey(account: string, id: string): string {
  return `${account} ${id.trim().toUpperCase()}`;
}

/** The account or the device, or else the network of the address. */
export function buildCallerKey({ actor, address }: GuardedCaller): string {
  if (actor.device) return `device/${actor.device.id}`;
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
