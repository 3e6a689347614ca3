/**
 * Maps events to topics, builds messages, and parses subscription filters. Pure.
 *
 * Source: docs/contract/rest.md, "Push"; the members of a message are our choice. The families declare which of their events go
 * to which topics.
 */
import type { Actor } from "#operation/caller/actor.ts";
import type { PushTopic } from "#operation/define/events.ts";
import type { RecordTopic } from "#operation/define/record-kind.ts";
import type { Registry } from "#operation/define/registry.ts";
import type { LoggedEvent } from "#platform/db/event-log.ts";
import { ID_MAX, INT32_MAX } from "#vocabulary/basics.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";

/** Topics of records that have one of their own, by name, with the type of the records. */
export type TopicsByName = ReadonlyMap<string, RecordTopic & { type: string }>;

export function listRecordTopics({ record_kinds }: Pick<Registry, "record_kinds">): TopicsByName {
  return new Map(
    [...record_kinds.values()].flatMap(({ kind, topic }) =>
      topic === undefined ? [] : [[topic.name, { ...topic, type: kind }] as const],
    ),
  );
}

export interface Topic {
  /** `changes` is of every event; to the others, events go by their declaration. */
  family: PushTopic | "changes";
  business_id: number;
  /** The route, the driver or another record; null for the topics of dispatch and of changes. */
  id: number | null;
}

export interface TopicFilter extends Omit<Topic, "id"> {
  id: number | null | "every";
}

export function formatTopic(prefix: string, { family, business_id, id }: Topic): string {
  return id === null ? `${prefix}/${family}/${business_id}` : `${prefix}/${family}/${business_id}/${id}`;
}

/** Ids without leading zeros or signs, up to `most`. */
function parseId(text: string | undefined, most: number): number | null {
  if (text === undefined || !/^[1-9]\d{0,15}$/.test(text)) return null;
  const id = Number(text);
  return id <= most ? id : null;
}

/**
 * The topics requested by a subscription filter; undefined for a filter that is never granted. The business is
 * always given.
 */
export function parseTopicFilter(
  prefix: string,
  filter: string,
  topics_by_name: TopicsByName,
): TopicFilter | undefined {
  if (!filter.startsWith(`${prefix}/`)) return undefined;
  const [family, business, last, ...more] = filter.slice(prefix.length + 1).split("/");
  const business_id = parseId(business, INT32_MAX);
  if (business_id === null || more.length > 0) return undefined;
  if (family === "dispatch" || family === "changes")
    return last === undefined ? { family, business_id, id: null } : undefined;
  const of_record =
    family === "route" || family === "driver" ? family : topics_by_name.get(family ?? "")?.name;
  if (of_record === undefined) return undefined;
  if (last === "+" || last === "#") return { family: of_record, business_id, id: "every" };
  const id = parseId(last, ID_MAX);
  return id === null ? undefined : { family: of_record, business_id, id };
}

export function matchesTopic(filter: TopicFilter, topic: Topic): boolean {
  return (
    filter.family === topic.family &&
    filter.business_id === topic.business_id &&
    (filter.id === "every" || filter.id === topic.id)
  );
}

function toIds(value: unknown): number[] {
  return typeof value === "number" && Number.isInteger(value) && value > 0 ? [value] : [];
}

/** Every topic an event goes to by its declaration, each once. */
export function findTopics(
  { business_id, subject_type, subject_id, payload }: LoggedEvent,
  topics: readonly PushTopic[] = [],
  topics_by_name: TopicsByName,
): Topic[] {
  return topics.flatMap((family): Topic[] => {
    if (family === "dispatch") return [{ family, business_id, id: null }];
    const record_topic = topics_by_name.get(family);
    const state = payload["state"] as Record<string, unknown> | undefined;
    const ids =
      family === subject_type
        ? toIds(Number(subject_id))
        : record_topic !== undefined
          ? toIds(payload[record_topic.id_member])
          : family === "route"
            ? // An order that moved from one route to another belongs to both.
              [...toIds(state?.["route_id"]), ...toIds(payload["route_id"])]
            : [...toIds(payload["driver_id"]), ...toIds(payload["former_driver_id"])];
    return [...new Set(ids)].map((id) => ({ family, business_id, id }));
  });
}

/**
 * The driver a route belongs to after an event; undefined when the event does not determine it. The former driver
 * gets no further events of the route.
 */
export function findDriverAfter({ kind, payload }: LoggedEvent): number | null | undefined {
  if (kind === "route.unreleased") return null;
  if (kind !== "route.reassigned") return undefined;
  return toIds(payload["driver_id"])[0] ?? null;
}

/**
 * Somebody outside the business follows a conversation for as long as its events name them: rights may end between two
 * checks of a subscription.
 */
export function isNamed(
  {
    role,
    account_id,
    driver_id,
    customer_id,
  }: Pick<Actor, "role" | "account_id" | "driver_id" | "customer_id">,
  payload: Readonly<Record<string, unknown>>,
): boolean {
  if (BUSINESS_ROLES.some((one) => one === role)) return true;
  if (role === "driver") return driver_id !== null && payload["driver_id"] === driver_id;
  if (role === "customer") return customer_id !== null && payload["customer_id"] === customer_id;
  return account_id !== null && payload["contractor_account_id"] === account_id;
}

const PARTICIPANT_IDS = ["driver_id", "customer_id", "contractor_account_id"];

/** Somebody outside the business is not told who the others are: a customer does not see which contractor delivers. */
export function hideOthers(
  { role }: Pick<Actor, "role">,
  payload: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (BUSINESS_ROLES.some((one) => one === role)) return payload;
  const owner_member =
    { driver: "driver_id", customer: "customer_id" }[role as string] ?? "contractor_account_id";
  return Object.fromEntries(
    Object.entries(payload).filter(
      ([member]) => member === owner_member || !PARTICIPANT_IDS.includes(member),
    ),
  );
}

/**
 * `sequence` rises by one with each event of a subject, so that receivers can detect gaps and order messages. `types`
 * are its public types.
 */
export function buildMessage(
  event: LoggedEvent,
  types: readonly string[],
  payload: object,
  push_type?: string,
): Buffer {
  return Buffer.from(
    JSON.stringify({
      ...(push_type === undefined ? {} : { type: push_type }),
      event_id: event.id,
      event_type: event.kind,
      types,
      business_id: event.business_id,
      subject_type: event.subject_type,
      subject_id: event.subject_id,
      sequence: event.seq,
      occurred_at: event.occurred_at,
      recorded_at: event.recorded_at,
      payload,
    }),
  );
}
