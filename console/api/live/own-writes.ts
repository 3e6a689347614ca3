/**
 * Which fetched data include a change already. A write is committed before it is answered, and an event before it is
 * pushed: what was fetched after either of them shows the change, and is not fetched for it again.
 */

/** Answers that are remembered: changes arrive within seconds of them. */
const REMEMBERED_MAX = 200;

interface WriteLog {
  /** A write of this tab was answered. */
  add(request_id: string, now: number): void;
  /** From when on fetched data show a change that arrived now. */
  findFreshSince(request_id: string | undefined, now: number): number;
}

export function createWriteLog(): WriteLog {
  const answered = new Map<string, number>();
  return {
    add(request_id, now) {
      answered.set(request_id, now);
      const [oldest] = answered.keys();
      if (answered.size > REMEMBERED_MAX && oldest !== undefined) answered.delete(oldest);
    },
    findFreshSince: (request_id, now) => Math.min(now, answered.get(request_id ?? "") ?? now),
  };
}

/** Of this tab. */
export const tab_writes = createWriteLog();

/** When the data of queries were asked for: those that are shown, or those that are on their way. */
export function createFetchTimes<Query extends object>() {
  const times = new WeakMap<Query, { asked_at: number; shown_at: number }>();
  const read = (query: Query) => times.get(query) ?? { asked_at: -1, shown_at: -1 };
  return {
    recordStart: (query: Query, now: number) => void times.set(query, { ...read(query), asked_at: now }),
    /** The answer to the latest request is shown. */
    recordSuccess: (query: Query) =>
      void times.set(query, { ...read(query), shown_at: read(query).asked_at }),
    includes: (query: Query, fresh_since: number, is_fetching: boolean) =>
      (is_fetching ? read(query).asked_at : read(query).shown_at) >= fresh_since,
  };
}

/** A query is fetched again at the earliest after this multiple of the time it took, so that none takes all of a service. */
const REST_FACTOR = 3;
const REST_MS_MIN = 1500;
/** All queries on screen together make a request this often, while changes keep coming. */
const EACH_MS = 500;

/** How long a query that has just been fetched rests, of those on screen, which take so many requests together. */
export function computeRefetchDelay(took_ms: number, requests: number): number {
  return Math.max(REST_MS_MIN, took_ms * REST_FACTOR, requests * EACH_MS);
}
