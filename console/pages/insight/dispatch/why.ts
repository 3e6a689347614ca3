/** Why an item needs a person: its facts in one sentence. Pure. */
import { count, money } from "../../../parts/format.ts";
import { findLabel, humanize, ORDER_STATUS } from "../../../parts/labels.ts";
import { day, type Times } from "../../../parts/times.ts";
import type { Item } from "./queries.ts";

type Facts = Readonly<Record<string, unknown>>;
type Describe = (
  facts: Facts,
  say: { times: Pick<Times, "moment">; currency: string; item: Pick<Item, "since"> },
) => string;

const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
const number = (value: unknown): number => (typeof value === "number" ? value : 0);
const words = (code: unknown): string => humanize(text(code) ?? "unknown").toLowerCase();

function describeCash(expected: number, counted: number, currency: string, verb: string): string {
  const difference = money(Math.abs(counted - expected), currency);
  return `${money(expected, currency)} expected, ${money(counted, currency)} ${verb}: ${difference} ${
    counted < expected ? "missing" : "too much"
  }.`;
}

const KINDS: Record<string, Describe> = {
  attempt_undecided: ({ attempts, reason, failed_at }, { times }) =>
    `Attempt ${number(attempts) || 1} failed${text(reason) ? `, ${words(reason)}` : ""}, ${times.moment(text(failed_at))}. Nobody has decided what follows.`,
  order_unplanned: ({ scheduled_date }) =>
    `Scheduled for ${day(text(scheduled_date) ?? "")}, and on no route.`,
  hold_overdue: ({ held_at, reason }, { times }) =>
    `On hold since ${times.moment(text(held_at))}${text(reason) ? `: ${text(reason)}` : ""}.`,
  unexpected_fact: ({ trigger, occurred_at, status_before }, { times }) =>
    `Reported as “${words(trigger)}”, ${times.moment(text(occurred_at))}, which does not follow from ${findLabel(ORDER_STATUS, text(status_before) ?? "").label}.`,
  late_fact_conflict: ({ trigger, occurred_at }, { times }) =>
    `A report of ${times.moment(text(occurred_at))}, “${words(trigger)}”, arrived late and contradicts what was decided since.`,
  external_fact_conflict: ({ trigger, occurred_at }, { times }) =>
    `A carrier reported “${words(text(trigger)?.replace(/^external_/, ""))}”, ${times.moment(text(occurred_at))}, while the order was planned or on hold.`,
  pin_locked: ({ tries }) =>
    `The PIN was wrong ${count(number(tries), "time")}. The driver cannot hand over until it is allowed again.`,
  goods_outstanding: () => "The route is closed, and the driver still has the goods.",
  cash_difference: ({ cash_expected_minor, cash_counted_minor }, { currency }) =>
    describeCash(number(cash_expected_minor), number(cash_counted_minor), currency, "counted"),
  cod_mismatch: ({ expected_minor, collected_minor, currency: own }, { currency }) =>
    describeCash(number(expected_minor), number(collected_minor), text(own) ?? currency, "collected"),
  route_unclaimed: ({ planned_start_at }, { times }) =>
    `It leaves at ${times.moment(text(planned_start_at))} and has no driver.`,
  route_not_started: ({ planned_start_at }, { times }) =>
    `It was to leave at ${times.moment(text(planned_start_at))} and has not.`,
  route_stalled: ({ acted_at, position_at }, { times }) =>
    `No scan or report since ${times.moment(text(acted_at))}${
      text(position_at) ? `, last position ${times.moment(text(position_at))}` : ", and no position"
    }.`,
  stop_late: ({ seq, window_end }, { times }) =>
    `The window of stop ${number(seq)} ended at ${times.moment(text(window_end))}, and nobody has arrived.`,
  clock_skewed: ({ device_at }, { times }) =>
    text(device_at)
      ? `The phone said ${times.moment(text(device_at))}. Times that it reports are adjusted.`
      : "The phone shows a wrong time. Times that it reports are adjusted.",
  vehicle_unsafe: ({ unsafe_defects }) =>
    `${count(number(unsafe_defects) || 1, "unsafe defect")} in the latest inspection.`,
  unnamed_vehicle_unsafe: ({ unsafe_defects }) =>
    `${count(number(unsafe_defects) || 1, "unsafe defect")} in the latest inspection, which names no vehicle.`,
  recipient_request: ({ choice, scheduled_date }) =>
    text(scheduled_date)
      ? `The recipient asks for another day: ${day(text(scheduled_date) ?? "")}.`
      : choice === "contact"
        ? "The recipient wrote a message that waits for an answer."
        : `The recipient asks: ${words(choice)}.`,
  tender_pickup_late: ({ provider, pickup_by }, { times }) =>
    `${text(provider) ?? "A provider"} was to pick it up by ${times.moment(text(pickup_by))} and has not reported it.`,
  tender_exhausted: ({ reason }) =>
    text(reason) === "goods_with_provider"
      ? "A provider gave it back and still has the goods."
      : `No provider took it: ${words(reason)}.`,
  no_rider: ({ refusals, searching_since }, { times }) =>
    `Riders were searched for since ${times.moment(text(searching_since))}; ${number(refusals)} of them declined or did not answer.`,
  document_expiring: ({ document_kind, expires_date }) =>
    `${humanize(text(document_kind) ?? "document")} expires ${day(text(expires_date) ?? "")}.`,
};

export function describeWhy(
  item: Pick<Item, "kind" | "facts" | "since">,
  say: { times: Pick<Times, "moment">; currency: string },
): string {
  const describe = KINDS[item.kind];
  return describe === undefined
    ? `Since ${say.times.moment(item.since)}.`
    : describe(item.facts, { ...say, item });
}

/** What an item is about: the order, else the route, else the driver. */
export function nameItem({ records, subject_type, subject_id }: Item): string {
  const { order, route, driver } = records;
  if (order !== null) return order.name || order.tracking_number;
  if (route !== null)
    return driver === null ? `Route ${route.number}` : `${driver.name}, route ${route.number}`;
  return driver?.name ?? `${humanize(subject_type)} ${subject_id}`;
}
