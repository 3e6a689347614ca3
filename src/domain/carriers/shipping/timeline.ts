/** Timelines of labels: what we do with one, what its carrier says of its packages, and what that makes of the label. */
import {
  composeTrackingEvent,
  findStatusEvent,
  giveCarrierNumbers,
  insertFreeTrackingNumbers,
  newTrackingNumber,
  storeTrackingEvents,
} from "#domain/tracking/tracking/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { StatusCode } from "#otep/codes.gen.ts";
import { InvalidEvent } from "#otep/compose.ts";
import type { StoredEvent } from "#otep/event.ts";
import type { Timeline } from "#otep/timeline.ts";
import type { TrackAnswer, TrackState } from "#providers/carriers/port.ts";
import type { LabelOrderRow } from "./records/label.ts";
import type { State } from "./rules.ts";
import { concludeTrack, readTime } from "./track.ts";

/** The key that the events of a label are stored under, whatever numbers lead to it; no tracking number contains a colon. */
export const buildTimelineKey = (label_order_id: number) => `label_order:${label_order_id}`;

/** A due task: ask the carrier where the packages of a label are. */
export const TRACK = "shipping.track";
const FIRST_ASKED_AFTER_MS = 2 * 3_600_000;
const ASKED_EVERY_MS = 6 * 3_600_000;
/** A carrier that has not delivered by then is not asked any more. */
const ASKED_FOR_MS = 60 * 24 * 3_600_000;

/** When the carrier is asked next; null once it is not asked any more. */
export function getNextTracking(
  { purchased_at }: Pick<LabelOrderRow, "purchased_at">,
  now: Date,
): Date | null {
  const bought = Date.parse(purchased_at ?? now.toISOString());
  return now.getTime() - bought > ASKED_FOR_MS ? null : new Date(now.getTime() + ASKED_EVERY_MS);
}

type Writer = Pick<Context<never>, "db" | "business_id" | "enqueue" | "now">;
type Tracked = Pick<LabelOrderRow, "id" | "shipment">;

/**
 * When the carrier is asked first, should nobody tell us that the packages were handed over: a return is posted by its sender,
 * some carriers take no manifests, and others refuse one.
 */
function getFirstTracking({ shipment }: Pick<LabelOrderRow, "shipment">, now: Date): Date {
  const shipped = Date.parse(`${shipment.ship_date}T12:00:00Z`);
  return new Date(Math.max(now.getTime(), shipped) + ASKED_EVERY_MS);
}

/**
 * Gives a bought label its numbers. Those of the house carrier are ours, so the public tracks by them. What other carriers
 * give may be given to others too: the label has a number of ours, and theirs lead to it where the business allows.
 */
export async function numberLabel(
  context: Writer & Pick<Context<never>, "actor">,
  order: Pick<LabelOrderRow, "id" | "carrier" | "carrier_account_id">,
  numbers: readonly string[],
): Promise<void> {
  const { db, business_id } = context;
  const account = await db.row<{ kind: string }>(
    "select kind from carrier_account where business_id = $1 and id = $2",
    [business_id, order.carrier_account_id],
  );
  const subject = { type: "label", id: order.id };
  if (account?.kind === "house")
    return insertFreeTrackingNumbers(
      context,
      numbers.map((number) => ({ ...subject, number })),
    );
  await insertFreeTrackingNumbers(context, [{ ...subject, number: newTrackingNumber() }]);
  await giveCarrierNumbers(context, subject, { carrier: order.carrier, numbers });
}

/** The number that its events are about; undefined for a label without a number of ours, which has no timeline. */
export async function findPublicNumber(
  { db, business_id }: Pick<Writer, "db" | "business_id">,
  label_order_id: number,
): Promise<string | undefined> {
  const row = await db.row<{ number: string }>(
    `select number from tracking_number where business_id = $1 and subject_type = 'label' and subject_id = $2
      order by number limit 1`,
    [business_id, label_order_id],
  );
  return row?.number;
}

/** What a change of the state says to people who track the label; a state that it comes back to says nothing. */
function findTrackingCode(before: State | null, state: State): StatusCode | undefined {
  if (state === "VOIDED" || state === "REFUNDED") return "otep:core:cancelled";
  if (before === null) return "otep:carrier:label_created";
  if (before !== "LABEL_READY" && before !== "INFO_SUBMITTED") return undefined;
  if (state === "INFO_SUBMITTED") return "otep:core:confirmed";
  return state === "MANIFESTED" ? "otep:carrier:manifested" : undefined;
}

/** For a label that has just changed, under its lock. `before` null: it was bought. */
export async function trackChange(
  context: Writer & Pick<Context<never>, "due">,
  order: Tracked,
  before: State | null,
  state: State,
): Promise<void> {
  if (state === before) return;
  if (state === "MANIFESTED")
    context.due.set(TRACK, order.id, new Date(context.now.getTime() + FIRST_ASKED_AFTER_MS));
  else if (before === null) context.due.set(TRACK, order.id, getFirstTracking(order, context.now));
  if (state === "VOIDED" || state === "REFUNDED" || state === "CLOSED") context.due.clear(TRACK, order.id);
  const code = findTrackingCode(before, state);
  if (code === undefined) return;
  const tracking_number = await findPublicNumber(context, order.id);
  if (tracking_number === undefined) return;
  const event = composeTrackingEvent(context, { id: order.id, tracking_number }, { code });
  await storeTrackingEvents(context, [{ number: buildTimelineKey(order.id), event }]);
}

/** What carriers say that is more than what we did ourselves. */
const CODES: Partial<Record<TrackState, StatusCode>> = {
  in_transit: "otep:core:in_transit",
  out_for_delivery: "otep:core:out_for_delivery",
  ready_for_pickup: "otep:core:available_for_pickup",
  delivered: "otep:core:delivered",
  failed_attempt: "otep:core:delivery_attempted",
  exception: "otep:core:exception",
  returning: "otep:core:returning",
  returned: "otep:core:returned",
};

/**
 * What a carrier said as events, told by us; what is no event, of a time that is none or has not come, is left out. `last_code`
 * is the code that the timeline ends with already: it is not concluded again.
 */
export function toStoredEvents(
  context: Pick<Context<never>, "now">,
  order: { id: number; tracking_number: string },
  answer: TrackAnswer,
  last_code: string | undefined,
): StoredEvent[] {
  const concluded = concludeTrack(context, answer);
  const is_new = concluded !== null && CODES[concluded.state] !== last_code;
  const reported_events = is_new ? [...answer.events, concluded] : answer.events;
  return reported_events.flatMap(({ state, at, text, city, country }) => {
    const code = CODES[state];
    const time = readTime(context, at);
    if (code === undefined || time === null) return [];
    const address = { ...(city === "" ? {} : { city }), ...(/^[A-Z]{2}$/.test(country) ? { country } : {}) };
    const event = {
      code,
      occurred_at: time.toISOString(),
      source: { type: "carrier" as const },
      ...(text === "" ? {} : { description: text.slice(0, 500) }),
      ...(Object.keys(address).length === 0 ? {} : { location: { address } }),
    };
    try {
      return [composeTrackingEvent(context, order, event)];
    } catch (error) {
      if (error instanceof InvalidEvent) return [];
      throw error;
    }
  });
}

/** When its shipment ended, by delivery or return; null while it has not. */
export function findEnd(timeline: Timeline): string | null {
  const last = findStatusEvent(timeline);
  return last?.base === "delivered" || last?.base === "returned" ? last.occurred_at : null;
}
