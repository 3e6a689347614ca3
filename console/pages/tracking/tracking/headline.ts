/** The headline of a tracking page: the current status and the expected arrival. */
import type { TrackingAnswer } from "../../../api/tracking.ts";
import type { Tone } from "../../../parts/labels.ts";
import { day, type Times } from "../../../parts/times.ts";

export interface Headline {
  title: string;
  text: string;
  tone: Tone;
}

export function buildHeadline(answer: TrackingAnswer, times: Times): Headline {
  const planned =
    answer.scheduled_date === times.today() ? "today" : `on ${day(answer.scheduled_date, "long")}`;
  const coming = answer.eta
    ? `Expected around ${times.moment(answer.eta)}.`
    : `Planned for delivery ${planned}.`;
  switch (answer.status) {
    case "DELIVERED":
      return {
        title: "Delivered",
        text: `It was delivered ${lower(times.moment(answer.delivered_at ?? answer.since))}.`,
        tone: "good",
      };
    case "OUT_FOR_DELIVERY":
      return { title: stopsTitle(answer.stops_before), text: stopsText(answer, coming), tone: "accent" };
    case "ARRIVED":
      return {
        title: "The driver is at your door",
        text: "Please be ready to take your parcel.",
        tone: "accent",
      };
    case "READY_FOR_PICKUP":
      return {
        title: "Ready to collect",
        text: "Your parcel waits for you at the pickup point.",
        tone: "accent",
      };
    case "FAILED_ATTEMPT":
      return {
        title: "We missed you",
        text: "The driver came but could not hand it over. We will try again.",
        tone: "bad",
      };
    case "EXCEPTION":
      return {
        title: "There is a delay",
        text: "Something got in the way. We are looking into it.",
        tone: "bad",
      };
    case "HOLD":
      return { title: "On hold", text: "The sender asked us to wait before delivering.", tone: "warn" };
    case "REJECTED":
      return { title: "Delivery was refused", text: "It was not accepted at the door.", tone: "bad" };
    case "CANCELLED":
      return { title: "Cancelled", text: "This delivery will not take place.", tone: "grey" };
    case "RETURNING":
      return { title: "On its way back", text: "The parcel is being returned to its sender.", tone: "warn" };
    case "RETURNED":
      return { title: "Returned", text: "The parcel is back with its sender.", tone: "grey" };
    case "NEW_ORDER":
      return { title: "We expect your parcel", text: coming, tone: "grey" };
    case "ROUTED":
    case "DISPATCHED":
      return { title: "Planned for delivery", text: coming, tone: "blue" };
    default:
      return { title: "On its way", text: coming, tone: "teal" };
  }
}

function stopsTitle(before: number | null): string {
  if (before === 0) return "You are next";
  if (before !== null && before <= 5) return "Almost there";
  return "Out for delivery";
}

function stopsText({ stops_before: before, eta }: TrackingAnswer, coming: string): string {
  const when = eta ? ` ${coming}` : "";
  if (before === null) return `The driver has your parcel on board.${when}`;
  if (before === 0) return `The driver is on the way to you now.${when}`;
  return `The driver makes ${before === 1 ? "one stop" : `${before} stops`} before yours.${when}`;
}

function lower(text: string): string {
  return /^\d/.test(text) ? `today at ${text}` : `on ${text}`;
}
