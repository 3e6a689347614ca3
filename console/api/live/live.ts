/**
 * Keeps what is on screen up to date: follows the changes of the business and refetches the queries that show what
 * changed. Each query declares that in `meta: { live: ["order"] }`; pages have nothing to do. Without a connection,
 * and for accounts without a topic, what is on screen is refetched at intervals instead.
 */
import type { Query, QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { type Me, meQuery } from "../session.ts";
import { type Change, countRequests, isStale, listShownRecords, type ShownRecord } from "./changes.ts";
import { followTopic } from "./mqtt.ts";
import { computeRefetchDelay, createFetchTimes, tab_writes } from "./own-writes.ts";

/** How long changes are collected before a query is fetched. */
const COLLECT_MS = 250;
const RETRY_MS_MIN = 1000;
const RETRY_MS_MAX = 30_000;
/** Without a connection. */
const REFETCH_MS = 20_000;
/** How long a connection may be lost before the page says so. */
const TELL_AFTER_MS = 4000;

/** `known_until`: until when what is on screen is known to be up to date, milliseconds. */
export type LiveState = { state: "live" } | { state: "disconnected"; known_until: number };

let state: LiveState = { state: "live" };
const watchers = new Set<() => void>();

function setState(next: LiveState): void {
  state = next;
  for (const watcher of watchers) watcher();
}

/** Whether changes reach this tab; `live` also for accounts whose pages are refetched at intervals. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => state,
  );
}

/** Fetches stale queries that are on screen, none of them while it is being fetched. */
function createRefresher(client: QueryClient) {
  /** With the time from which on fetched data are fresh. */
  const stale = new Map<Query, number>();
  const fetches = createFetchTimes<Query>();
  /** When a query may be fetched again. */
  const ready_at = new WeakMap<Query, number>();
  let is_scheduled = false;

  /** Requests that it takes to fetch everything on screen again. */
  const countRefetchRequests = () =>
    client
      .getQueryCache()
      .getAll()
      .filter((query) => query.isActive() && query.meta?.live !== undefined)
      .reduce((sum, { meta, state: { data } }) => sum + countRequests(meta?.requests, data), 0);

  const refresh = async (query: Query) => {
    const started = performance.now();
    await client.invalidateQueries({ predicate: (one) => one === query }, { cancelRefetch: false });
    const now = performance.now();
    ready_at.set(query, now + computeRefetchDelay(now - started, countRefetchRequests()));
  };
  const run = () => {
    is_scheduled = false;
    // A tab that nobody sees fetches when it is seen again.
    if (document.hidden) return;
    for (const [query, fresh_since] of stale) {
      if (
        client.getQueryCache().get(query.queryHash) !== query ||
        fetches.includes(query, fresh_since, query.state.fetchStatus === "fetching")
      )
        stale.delete(query);
      else if (query.state.fetchStatus === "idle" && (ready_at.get(query) ?? 0) <= performance.now()) {
        stale.delete(query);
        void refresh(query);
      }
    }
    if (stale.size > 0) schedule();
  };
  const schedule = () => {
    if (is_scheduled) return;
    is_scheduled = true;
    setTimeout(run, COLLECT_MS);
  };
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && stale.size > 0) schedule();
  });
  client.getQueryCache().subscribe((event) => {
    if (event.type !== "updated") return;
    const { action, query } = event;
    if (action.type === "fetch") fetches.recordStart(query, performance.now());
    else if (action.type === "success" && action.manual !== true) fetches.recordSuccess(query);
  });
  /** `findFreshSince` gives the time from which on data of a query include what happened; null when it shows nothing of it. */
  return (findFreshSince: (live: readonly ShownRecord[], query: Query) => number | null) => {
    for (const query of client.getQueryCache().getAll()) {
      const live = listShownRecords(query.meta?.live, query.state.data);
      const fresh_since = live === undefined ? null : findFreshSince(live, query);
      if (fresh_since !== null) stale.set(query, Math.max(fresh_since, stale.get(query) ?? fresh_since));
    }
    if (stale.size > 0) schedule();
  };
}

/** Starts with the signed-in account and ends with it; called once. */
export function startLive(client: QueryClient): void {
  const markStale = createRefresher(client);
  let subscribed_topic: string | null | undefined;
  let close = () => {};
  let retry_timer: ReturnType<typeof setTimeout> | undefined;
  let disconnected_timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let is_following = false;
  /** Until when nothing was missed. */
  let known_until = Date.now();

  const follow = (topic: string) => {
    clearTimeout(retry_timer);
    retry_timer = undefined;
    const url = new URL("/mqtt", location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    close = followTopic(url.href, topic, {
      onFollowing() {
        failures = 0;
        is_following = true;
        clearTimeout(disconnected_timer);
        disconnected_timer = undefined;
        setState({ state: "live" });
        // The topic sends nothing from before the subscription: what was fetched earlier is fetched again.
        const now = Date.now();
        const from = performance.now();
        markStale((_live, query) =>
          query.state.dataUpdatedAt > 0 && query.state.dataUpdatedAt < now ? from : null,
        );
      },
      onMessage(text) {
        const { complete, changes } = JSON.parse(text) as { complete: boolean; changes: Change[] };
        const now = performance.now();
        markStale((live) => {
          if (!complete) return now;
          const fresh_times = changes
            .filter((change) => isStale(live, [change]))
            .map(({ request_id }) => tab_writes.findFreshSince(request_id, now));
          return fresh_times.length === 0 ? null : Math.max(...fresh_times);
        });
      },
      onEnd(why) {
        if (is_following) known_until = Date.now();
        is_following = false;
        // The account may not follow the topic: pages are refetched at intervals.
        if (why === "forbidden") return;
        disconnected_timer ??= setTimeout(
          () => setState({ state: "disconnected", known_until }),
          TELL_AFTER_MS,
        );
        const delay = Math.min(RETRY_MS_MAX, RETRY_MS_MIN * 2 ** failures) * (0.75 + Math.random() / 2);
        failures += 1;
        retry_timer = setTimeout(follow, delay, topic);
      },
    });
  };
  const retryNow = () => {
    if (retry_timer !== undefined && subscribed_topic && navigator.onLine) follow(subscribed_topic);
  };
  const setTopic = (topic: string | null | undefined) => {
    if (topic === subscribed_topic) return;
    subscribed_topic = topic;
    close();
    clearTimeout(retry_timer);
    clearTimeout(disconnected_timer);
    retry_timer = undefined;
    disconnected_timer = undefined;
    is_following = false;
    failures = 0;
    known_until = Date.now();
    setState({ state: "live" });
    if (topic) follow(topic);
  };

  const me_hash = JSON.stringify(meQuery.queryKey);
  client.getQueryCache().subscribe((event) => {
    const { query, type } = event;
    if (query.queryHash === me_hash) {
      setTopic(type === "removed" ? undefined : (query.state.data as Me | undefined)?.changes_topic);
    } else if (!is_following && type === "updated" && event.action.type === "success" && query.meta?.live) {
      known_until = query.state.dataUpdatedAt;
      if (state.state === "disconnected") setState({ state: "disconnected", known_until });
    }
  });
  addEventListener("online", retryNow);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) retryNow();
  });
  setInterval(() => {
    if (!is_following && subscribed_topic !== undefined) markStale(() => performance.now());
  }, REFETCH_MS);
}
