/** The headline of a tracking page: the current status and the expected arrival. */

import type { Tone } from "../../../parts/labels.ts";
import { day, type Times } from "../../../parts/times.ts";
import type { TrackingAnswer } from "./queries.ts";
import { text } from "./text.ts";

export interface Headline {
  title: string;
  about: string;
  tone: Tone;
}

export function buildHeadline(answer: TrackingAnswer, times: Times): Headline {
  const say = text.headline;
  const planned =
    answer.scheduled_date === times.today()
      ? say.planned_today
      : say.planned_on({ day: day(answer.scheduled_date, "long") });
  const coming = answer.eta ? say.expected({ moment: times.moment(answer.eta) }) : planned;
  switch (answer.status) {
    case "DELIVERED":
      return {
        title: say.delivered,
        about: describeDelivery(answer.delivered_at ?? answer.since, times),
        tone: "good",
      };
    case "OUT_FOR_DELIVERY":
      return {
        title: nameDistance(answer.stops_before),
        about: describeStops(answer, coming),
        tone: "accent",
      };
    case "ARRIVED":
      return { title: say.arrived, about: say.arrived_text, tone: "accent" };
    case "READY_FOR_PICKUP":
      return { title: say.collect, about: say.collect_text, tone: "accent" };
    case "FAILED_ATTEMPT":
      return { title: say.missed, about: say.missed_text, tone: "bad" };
    case "EXCEPTION":
      return { title: say.delayed, about: say.delayed_text, tone: "bad" };
    case "HOLD":
      return { title: say.held, about: say.held_text, tone: "warn" };
    case "REJECTED":
      return { title: say.rejected, about: say.rejected_text, tone: "bad" };
    case "CANCELLED":
      return { title: say.cancelled, about: say.cancelled_text, tone: "grey" };
    case "RETURNING":
      return { title: say.returning, about: say.returning_text, tone: "warn" };
    case "RETURNED":
      return { title: say.returned, about: say.returned_text, tone: "grey" };
    case "NEW_ORDER":
      return { title: say.announced, about: coming, tone: "grey" };
    case "ROUTED":
    case "DISPATCHED":
      return { title: say.planned, about: coming, tone: "blue" };
    default:
      return { title: say.moving, about: coming, tone: "teal" };
  }
}

function nameDistance(before: number | null): string {
  const say = text.headline;
  if (before === 0) return say.next;
  return before !== null && before <= 5 ? say.almost : say.out;
}

function describeStops({ stops_before: before, eta }: TrackingAnswer, coming: string): string {
  const say = text.headline;
  const where =
    before === null ? say.on_board : before === 0 ? say.next_text : say.stops_before({ stops: before });
  return eta ? `${where} ${coming}` : where;
}

function describeDelivery(at: string | null, times: Times): string {
  const say = text.headline;
  if (at === null) return "";
  return times.toDay(at) === times.today()
    ? say.delivered_today({ time: times.time(at) })
    : say.delivered_on({ moment: times.moment(at) });
}
