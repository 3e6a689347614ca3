import { createPlural } from "../../../../language/plural.ts";

const plural = createPlural("en");

export const messages = {
  list: "Requests of recipients",
  which: "Which requests",
  open: "Waiting",
  all: "All",
  waiting: (n: number) => plural(n, { one: "One request waits", other: "# requests wait" }),
  total: (n: number) => plural(n, { one: "One request", other: "# requests" }),
  count: "requests",
  of_one_order: "Only: one order",
  of_recipient: "The recipient asked",
  none: "No recipient has asked for anything",
  none_waiting: "Nothing waits for an answer",
  none_about:
    "Recipients ask on the tracking page, by a shared link that allows it. The settings say what is offered.",
  allowed: (choices: string) => `allows: ${choices}`,
  open_settings: "Settings of recipients",
  choices: {
    note: "Note to the driver",
    day: "Another day",
    safe_place: "Safe place",
    neighbour: "Neighbour",
    contact: "Message to you",
  },
  another_day: (from: string, to: string) => `Another day: ${to} instead of ${from}`,
  states: {
    open: "Waiting",
    applied: "In effect",
    accepted: "Accepted",
    declined: "Declined",
    answered: "Answered",
    replaced: "Replaced",
  },
  accept: "Accept",
  decline: "Decline",
  answer: "Answer",
  answered_by: (name: string, moment: string) => `${name}, ${moment}`,
  day_changed: (day: string, name: string, moment: string) =>
    [`Moved to ${day} since`, name, moment].filter(Boolean).join(", "),
  answer_optional: "Answer, if the recipient should know more",
  answer_about: "The recipient reads it on the tracking page.",
  done: {
    accept: "Accepted.",
    decline: "Declined.",
    answer: "Answered.",
  },
  settings: {
    links:
      "A recipient sees these on the tracking page only by a shared link that allows them. Each link is made on the page of its order.",
    choices: "What recipients may ask for",
    about: {
      note: "The driver sees it at the stop.",
      day: "The order moves to that day. On a route that has not been released, it leaves the route.",
      safe_place:
        "Where the goods may be left. Not with money to collect, a signature, a PIN or an identity check.",
      neighbour:
        "Who takes the goods instead. Not with money to collect, a signature, a PIN or an identity check.",
      contact: "A message to you, which waits among the exceptions until it is answered.",
    },
    modes: { off: "Off", confirm: "You decide", apply: "At once" },
    until: "Until when",
    until_release: "Until the route is released",
    until_hours: "Until hours before",
    release_about: "Nothing changes any more once the driver has the route. Messages are always possible.",
    hours_about:
      "Counted from the window of the order, or from the beginning of the working day. A driver who has the route is told; another day is then always decided by you.",
    hours: "Hours before",
    days: "Days that may be chosen",
    days_about: "From tomorrow on.",
    save: "Save",
    saved: "Saved.",
  },
};
