/**
 * Which events go to which topics, what a message says, and what a subscription asks for. Pure.
 *
 * Source: docs/contract/rest.md, "Push"; the members of a message and the families of events are our choice.
 */
import type { LoggedEvent } from "#platform/db/event-log.ts";
import type { Scope } from "#vocabulary/scopes.ts";

export type TopicFamily = "dispatch" | "route" | "driver";

export interface Topic {
  family: TopicFamily;
  business_id: number;
  /** The route or the driver; null for the one topic of dispatch. */
  id: number | null;
}

export interface Wanted extends Omit<Topic, "id"> {
  id: number | null | "every";
}

export function topicText(prefix: string, { family, business_id, id }: Topic): string {
  return id === null ? `${prefix}/${family}/${business_id}` : `${prefix}/${family}/${business_id}/${id}`;
}

/** Ids as PostgreSQL keeps them, written the one way. */
function idOf(text: string | undefined): number | null {
  if (text === undefined || !/^[1-9]\d{0,9}$/.test(text)) return null;
  const id = Number(text);
  return id <= 2_147_483_647 ? id : null;
}

/** What a subscription's filter asks for; undefined when it is none that anybody is granted. The business is always named. */
export function wantedBy(prefix: string, filter: string): Wanted | undefined {
  if (!filter.startsWith(`${prefix}/`)) return undefined;
  const [family, business, last, ...more] = filter.slice(prefix.length + 1).split("/");
  const business_id = idOf(business);
  if (business_id === null || more.length > 0) return undefined;
  if (family === "dispatch") return last === undefined ? { family, business_id, id: null } : undefined;
  if (family !== "route" && family !== "driver") return undefined;
  if (last === "+" || last === "#") return { family, business_id, id: "every" };
  const id = idOf(last);
  return id === null ? undefined : { family, business_id, id };
}

export function isWanted(wanted: Wanted, topic: Topic): boolean {
  return (
    wanted.family === topic.family &&
    wanted.business_id === topic.business_id &&
    (wanted.id === "every" || wanted.id === topic.id)
  );
}

const DISPATCHED = new Set(["order", "parcel", "approval", "route", "stop"]);
/** Of a driver's own events, those that dispatchers look at. */
const DISPATCHED_OF_DRIVERS = new Set(["driver.position", "driver.duty"]);
/** Kinds of route events that a driver hears of without following the route. */
const TOLD_TO_DRIVER = new Set(["route.released", "route.unreleased", "route.reassigned", "route.cancelled"]);

const familyOf = (kind: string) => kind.split(".", 1)[0] as string;

function numberOf(value: unknown): number[] {
  return typeof value === "number" && Number.isInteger(value) && value > 0 ? [value] : [];
}

/** Every topic an event goes to, each once. */
export function topicsOf(event: LoggedEvent): Topic[] {
  const { business_id, kind, payload } = event;
  const family = familyOf(kind);
  const topics: Topic[] = [];
  if (DISPATCHED.has(family) || DISPATCHED_OF_DRIVERS.has(kind))
    topics.push({ family: "dispatch", business_id, id: null });
  for (const id of routesOf(event, family)) topics.push({ family: "route", business_id, id });
  const drivers =
    event.subject_type === "driver"
      ? numberOf(Number(event.subject_id))
      : TOLD_TO_DRIVER.has(kind)
        ? [...numberOf(payload["driver_id"]), ...numberOf(payload["former_driver_id"])]
        : [];
  for (const id of new Set(drivers)) topics.push({ family: "driver", business_id, id });
  return topics;
}

/** The routes an event is about: an order that moved from one to another is of both. */
function routesOf({ subject_type, subject_id, kind, payload }: LoggedEvent, family: string): Set<number> {
  if (subject_type === "route") return new Set(numberOf(Number(subject_id)));
  if (!["order", "parcel", "stop"].includes(family) && kind !== "driver.position") return new Set();
  const state = payload["state"] as Record<string, unknown> | undefined;
  return new Set([...numberOf(state?.["route_id"]), ...numberOf(payload["route_id"])]);
}

/** The permission to see events of a kind, on whatever topic they come. */
export function scopeOf(kind: string): Scope {
  switch (familyOf(kind)) {
    case "approval":
      return "approvals:read";
    case "route":
    case "stop":
      return "routes:read";
    case "driver":
      return "drivers:read";
    default:
      return "orders:read";
  }
}

/**
 * The driver a route belongs to after an event; undefined when the event does not say. Its former driver
 * hears nothing of it from here on.
 */
export function driverAfter({ kind, payload }: LoggedEvent): number | null | undefined {
  if (kind === "route.unreleased") return null;
  if (kind !== "route.reassigned") return undefined;
  return numberOf(payload["driver_id"])[0] ?? null;
}

/** `sequence` rises by one with each event of a subject, so that receivers see gaps and put messages in order. */
export function messageOf(event: LoggedEvent): Buffer {
  return Buffer.from(
    JSON.stringify({
      event_id: event.id,
      event_type: event.kind,
      business_id: event.business_id,
      subject_type: event.subject_type,
      subject_id: event.subject_id,
      sequence: event.seq,
      occurred_at: event.occurred_at,
      recorded_at: event.recorded_at,
      payload: event.payload,
    }),
  );
}
