/**
 * What the topic of changes carries: which records of a business changed, without their contents. Events of a moment
 * are sent together, so that a batch of thousands is a few messages.
 */
import type { LoggedEvent } from "#platform/db/event-log.ts";
import type { Scope } from "#vocabulary/scopes.ts";

/** One or more events of a kind about a subject. */
interface Change {
  event_type: string;
  subject_type: string;
  subject_id: string;
  /** Ids of other records that the event names, by type: `{ route: [7], driver: [3] }`. */
  related: Record<string, number[]>;
  /**
   * Of the request that made the change, as its response named it: who made it knows the change already. Absent when
   * a job made it, maybe after that response.
   */
  request_id?: string;
}

export interface ScopedChange extends Change {
  /** What one must be permitted to see it. */
  scope: Scope;
}

/** How long events are collected before they are sent. */
const COLLECT_MS = 100;
/** More changes than this are not listed: a receiver would read everything again in any case. */
const CHANGES_MAX = 500;

/** What an id was or became does not matter here: `former_driver_id` names a driver. */
const MEMBER = /^(?:current_|former_|from_|merged_into_|new_|outstanding_|replaced_by_|start_)?(\w+?)_ids?$/;

/** Members of payloads named `<type>_id` and `<type>_ids`, also those of the state after an event. */
export function findRelated(payload: Readonly<Record<string, unknown>>): Record<string, number[]> {
  const related = new Map<string, Set<number>>();
  const read = (members: Readonly<Record<string, unknown>>) => {
    for (const [name, value] of Object.entries(members)) {
      const member_type = MEMBER.exec(name)?.[1];
      const type = member_type === "subject" ? members["subject_type"] : member_type;
      if (typeof type !== "string") continue;
      for (const id of [value].flat()) {
        if (typeof id !== "number") continue;
        related.set(type, (related.get(type) ?? new Set()).add(id));
      }
    }
  };
  read(payload);
  const { state } = payload;
  if (typeof state === "object" && state !== null) read(state as Record<string, unknown>);
  return Object.fromEntries([...related].map(([type, ids]) => [type, [...ids].sort((a, b) => a - b)]));
}

/** A message of the topic; `complete` is false when there were too many changes to list. */
export function buildChangesMessage(changes: readonly ScopedChange[]): Buffer {
  const complete = changes.length <= CHANGES_MAX;
  const listed = complete ? changes.map(({ scope: _scope, ...change }) => change) : [];
  return Buffer.from(JSON.stringify({ complete, changes: listed }));
}

export interface ChangeCollector {
  add(event: LoggedEvent, scope: Scope): void;
  stop(): void;
}

/** Calls `send` for each business with its changes of the last moment, each once. */
export function createChangeCollector(
  send: (business_id: number, changes: ScopedChange[]) => void,
): ChangeCollector {
  let collected = new Map<number, Map<string, ScopedChange>>();
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    timer = undefined;
    const changes_to_send = collected;
    collected = new Map();
    for (const [business_id, changes] of changes_to_send) send(business_id, [...changes.values()]);
  };
  return {
    add({ business_id, kind, subject_type, subject_id, correlation_id, surface, payload }, scope) {
      const change: ScopedChange = {
        event_type: kind,
        subject_type,
        subject_id,
        related: findRelated(payload),
        ...(surface === "job" ? {} : { request_id: correlation_id }),
        scope,
      };
      const here = collected.get(business_id) ?? new Map<string, ScopedChange>();
      collected.set(business_id, here);
      here.set(JSON.stringify(change), change);
      timer ??= setTimeout(flush, COLLECT_MS);
    },
    stop() {
      clearTimeout(timer);
    },
  };
}
