/**
 * Caches the public keys of an issuer for ten minutes. An unknown key id triggers another fetch, at most every 30
 * s: rotated keys are found at once, and forged key ids cause no load. While the issuer cannot be reached, the
 * cached keys are valid for a day.
 */
import {
  createLocalJWKSet,
  errors,
  type FlattenedJWSInput,
  type JSONWebKeySet,
  type JWSHeaderParameters,
} from "jose";

const CACHE_TTL_MS = 10 * 60 * 1000;
const STALE_MS = 24 * 60 * 60 * 1000;
const REFETCH_INTERVAL_MS = 30 * 1000;
/** Pause after a failed fetch. */
const FAILURE_PAUSE_MS = 5 * 1000;

type KeySet = ReturnType<typeof createLocalJWKSet>;

export interface Keys {
  /** The key for a token's header at a given time. */
  find(now: Date): (header: JWSHeaderParameters, token: FlattenedJWSInput) => ReturnType<KeySet>;
}

/** `read` fetches the key set, and throws when it cannot. */
export function createKeyCache(read: () => Promise<JSONWebKeySet>): Keys {
  let cached_keys: { set: KeySet; at: number } | undefined;
  let reading: Promise<void> | undefined;
  let looked_again_at = Number.NEGATIVE_INFINITY;
  let failed: { at: number; error: unknown } | undefined;

  const reload = (at: number): Promise<void> => {
    if (failed !== undefined && Math.abs(at - failed.at) < FAILURE_PAUSE_MS)
      return Promise.reject(failed.error);
    reading ??= read()
      .then((set) => {
        cached_keys = { set: createLocalJWKSet(set), at };
        failed = undefined;
      })
      .catch((error) => {
        failed = { at, error };
        throw error;
      })
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };

  const getCurrent = async (at: number): Promise<KeySet> => {
    const age = cached_keys === undefined ? Number.POSITIVE_INFINITY : Math.abs(at - cached_keys.at);
    if (age >= CACHE_TTL_MS) {
      await reload(at).catch((error) => {
        if (age >= STALE_MS) throw error;
      });
    }
    return (cached_keys as { set: KeySet }).set;
  };

  return {
    find: (now) => async (header, token) => {
      const at = now.getTime();
      const set = await getCurrent(at);
      try {
        return await set(header, token);
      } catch (error) {
        const may_look = Math.abs(at - looked_again_at) >= REFETCH_INTERVAL_MS;
        if (!(error instanceof errors.JWKSNoMatchingKey) || !may_look) throw error;
        looked_again_at = at;
        await reload(at);
        return (cached_keys as { set: KeySet }).set(header, token);
      }
    },
  };
}
