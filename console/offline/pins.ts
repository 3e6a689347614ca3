/**
 * PINs are checked on this device, which may be without a connection: against a salted digest that came with the order. Wrong
 * tries are counted here, over reloads; the service counts those that it gets, and decides.
 */
import type { Database } from "./database.ts";

/** Wrong tries before the first pause. */
const FREE_TRIES = 5;
const PAUSE_MS_MIN = 60_000;
const PAUSE_MS_MAX = 15 * 60_000;

/** The wrong tries of one order; a new PIN begins anew. */
export interface PinTries {
  pin_hash: string;
  wrong: number;
  /** Milliseconds since 1970. */
  last_at: number;
}

/** When the next try is allowed, milliseconds since 1970; null: at once. A clock that was set back prolongs no pause. */
export function findPause(tries: PinTries | undefined, pin_hash: string, now: number): number | null {
  if (tries === undefined || tries.pin_hash !== pin_hash || tries.wrong < FREE_TRIES) return null;
  const pause = Math.min(PAUSE_MS_MAX, PAUSE_MS_MIN * 2 ** (tries.wrong - FREE_TRIES));
  const until = Math.min(tries.last_at, now) + pause;
  return until > now ? until : null;
}

export function countWrong(tries: PinTries | undefined, pin_hash: string, now: number): PinTries {
  const wrong = tries?.pin_hash === pin_hash ? tries.wrong : 0;
  return { pin_hash, wrong: wrong + 1, last_at: now };
}

/** `salt:digest`, digest = hex SHA-256 of salt and PIN joined. True where the browser cannot compute it: the service does. */
export async function isPinCorrect(pin_hash: string, pin: string): Promise<boolean> {
  if (crypto.subtle === undefined) return true;
  const at = pin_hash.indexOf(":");
  const bytes = new TextEncoder().encode(pin_hash.slice(0, at) + pin);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex === pin_hash.slice(at + 1);
}

export type PinAnswer = { is_right: true } | { is_right: false; wait_until: number | null };

/** One try of the PIN of an order; during a pause nothing is tried. */
export async function tryPin(
  database: Database,
  { order_id, pin_hash, pin }: { order_id: number; pin_hash: string; pin: string },
  now: number,
): Promise<PinAnswer> {
  const key = `pin/${order_id}`;
  const read = () =>
    database("readonly", (transaction) => transaction.get("values", key)) as Promise<PinTries | undefined>;
  const paused = findPause(await read(), pin_hash, now);
  if (paused !== null) return { is_right: false, wait_until: paused };
  if (await isPinCorrect(pin_hash, pin)) return { is_right: true };
  const counted = await database("readwrite", async (transaction) => {
    const tries = (await transaction.get("values", key)) as PinTries | undefined;
    const after = countWrong(tries, pin_hash, now);
    transaction.put("values", after, key);
    return after;
  });
  return { is_right: false, wait_until: findPause(counted, pin_hash, now) };
}
