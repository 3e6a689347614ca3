/** Which queries a change makes stale. Each query says in its `meta` what it shows. */

/** As the topic of changes names it (`docs/contract/rest.md`, "Push"). */
export interface Change {
  event_type: string;
  subject_type: string;
  subject_id: string;
  related: Record<string, readonly number[]>;
  request_id?: string;
}

/**
 * What a query shows: `"order"`, any event of an order; `{ order: 5 }`, events of this one and those that name it,
 * such as a stop with its delivery.
 */
export type ShownRecord = string | Readonly<Record<string, number>>;

/** The subjects that a query shows: a list, or a function of its data where only these tell which records are on the page. */
export type Live = readonly ShownRecord[] | ((data: never) => readonly ShownRecord[]);

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: {
      live?: Live;
      /** How many requests it takes to fetch this again; one, or one for each page of an infinite query, when absent. */
      requests?: (data: never) => number;
    };
  }
}

export function listShownRecords(live: Live | undefined, data: unknown): readonly ShownRecord[] | undefined {
  return typeof live === "function" ? live(data as never) : live;
}

/** Of a query with these data. */
export function countRequests(requests: ((data: never) => number) | undefined, data: unknown): number {
  if (data === undefined) return 1;
  if (requests !== undefined) return requests(data as never);
  const { pages } = Object(data) as { pages?: unknown; pageParams?: unknown };
  return Array.isArray(pages) && "pageParams" in Object(data) ? Math.max(1, pages.length) : 1;
}

/** Positions arrive every few seconds and change nothing else of a driver or a route: a subject of their own. */
const POSITION = "driver.position";

function matches(subject: ShownRecord, { event_type, subject_type, subject_id, related }: Change): boolean {
  const type = event_type === POSITION ? "position" : subject_type;
  if (typeof subject === "string") return subject === type;
  return Object.entries(subject).some(
    ([subject_kind, id]) =>
      (subject_kind === type && subject_id === String(id)) ||
      (event_type !== POSITION && related[subject_kind]?.includes(id) === true),
  );
}

export function isStale(live: readonly ShownRecord[] | undefined, changes: readonly Change[]): boolean {
  return live?.some((subject) => changes.some((change) => matches(subject, change))) ?? false;
}
