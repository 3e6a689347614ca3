/** Why an item needs a person: its facts in one sentence. Pure. */

import { money } from "../../../parts/format.ts";
import { findLabel, findWord, readFreeCode } from "../../../parts/labels.ts";
import { nameProof } from "../../../parts/proofs.ts";
import { day, type Times } from "../../../parts/times.ts";
import { nameRecord } from "../../../parts/words/name-record.ts";
import { ORDER_STATUS } from "../../orders/orders/status.ts";
import type { Item } from "./queries.ts";
import { text } from "./text.ts";

type Facts = Readonly<Record<string, unknown>>;
type Describe = (
  facts: Facts,
  say: { times: Pick<Times, "moment">; currency: string; item: Pick<Item, "since"> },
) => string;

const string = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
const number = (value: unknown): number => (typeof value === "number" ? value : 0);
/** What was reported or decided; carriers report what own drivers do under other names. */
const report = (code: unknown): string =>
  findWord(text.why.reports, (string(code) ?? "").replace(/^external_/, "")) ?? text.why.unknown;

function describeCash(
  expected: number,
  received: number,
  currency: string,
  verb: "counted" | "collected",
): string {
  const is_less = received < expected;
  const say = {
    counted: is_less ? text.why.counted_less : text.why.counted_more,
    collected: is_less ? text.why.collected_less : text.why.collected_more,
  }[verb];
  return say({
    expected: money(expected, currency),
    received: money(received, currency),
    difference: money(Math.abs(received - expected), currency),
  });
}

const KINDS: Record<string, Describe> = {
  attempt_undecided: ({ attempts, reason, failed_at }, { times }) => {
    const moment = times.moment(string(failed_at));
    return string(reason)
      ? text.why.failed_because({
          attempt: number(attempts) || 1,
          reason: readFreeCode(string(reason) ?? "").toLowerCase(),
          moment,
        })
      : text.why.failed({ attempt: number(attempts) || 1, moment });
  },
  order_unplanned: ({ scheduled_date }) => text.why.unplanned({ day: day(string(scheduled_date) ?? "") }),
  hold_overdue: ({ held_at, reason }, { times }) => {
    const why = string(reason);
    const moment = times.moment(string(held_at));
    return why ? text.why.held_because({ moment, reason: why }) : text.why.held({ moment });
  },
  unexpected_fact: ({ trigger, occurred_at, status_before }, { times }) =>
    text.why.unexpected({
      report: report(trigger),
      moment: times.moment(string(occurred_at)),
      status: findLabel(ORDER_STATUS, string(status_before) ?? "").label,
    }),
  late_fact_conflict: ({ trigger, occurred_at, undone }, { times }) => {
    const decisions = (Array.isArray(undone) ? undone : []).map((one: { trigger?: unknown; at?: unknown }) =>
      text.why.decided({ decision: report(one.trigger), moment: times.moment(string(one.at)) }),
    );
    const moment = times.moment(string(occurred_at));
    return decisions.length === 0
      ? text.why.late_report({ moment, report: report(trigger) })
      : text.why.late_contradicts({ moment, report: report(trigger), decisions: decisions.join(", ") });
  },
  external_fact_conflict: ({ trigger, occurred_at }, { times }) =>
    text.why.external({ report: report(trigger), moment: times.moment(string(occurred_at)) }),
  delivery_unproven: ({ missing_proofs, cash_outstanding_minor, currency: own_currency }, { currency }) => {
    const missing = (Array.isArray(missing_proofs) ? missing_proofs : []).map((one) =>
      nameProof(String(one)),
    );
    const cash = number(cash_outstanding_minor);
    return [
      ...(missing.length === 0 ? [] : [text.why.proofs_missing({ proofs: missing.join(", ") })]),
      ...(cash === 0
        ? []
        : [text.why.cash_not_reported({ amount: money(cash, string(own_currency) ?? currency) })]),
    ].join(" ");
  },
  pin_locked: ({ tries }) => text.why.pin({ n: number(tries) }),
  goods_outstanding: () => text.why.goods,
  goods_off_route: () => text.why.goods_off_route,
  cash_difference: ({ cash_expected_minor, cash_counted_minor }, { currency }) =>
    describeCash(number(cash_expected_minor), number(cash_counted_minor), currency, "counted"),
  cod_mismatch: ({ expected_minor, collected_minor, currency: own_currency }, { currency }) =>
    describeCash(
      number(expected_minor),
      number(collected_minor),
      string(own_currency) ?? currency,
      "collected",
    ),
  route_unclaimed: ({ planned_start_at }, { times }) =>
    text.why.unclaimed({ moment: times.moment(string(planned_start_at)) }),
  route_not_started: ({ planned_start_at }, { times }) =>
    text.why.not_started({ moment: times.moment(string(planned_start_at)) }),
  route_stalled: ({ acted_at, position_at }, { times }) =>
    string(position_at)
      ? text.why.stalled_at({
          moment: times.moment(string(acted_at)),
          position: times.moment(string(position_at)),
        })
      : text.why.stalled({ moment: times.moment(string(acted_at)) }),
  stop_late: ({ seq, window_end }, { times }) =>
    text.why.stop_late({ seq: number(seq), moment: times.moment(string(window_end)) }),
  clock_skewed: ({ device_at }, { times }) =>
    string(device_at) ? text.why.clock_at({ moment: times.moment(string(device_at)) }) : text.why.clock,
  vehicle_unsafe: ({ unsafe_defects }) => text.why.unsafe({ n: number(unsafe_defects) || 1 }),
  unnamed_vehicle_unsafe: ({ unsafe_defects }) => text.why.unsafe_unnamed({ n: number(unsafe_defects) || 1 }),
  recipient_request: ({ choice, scheduled_date }) =>
    string(scheduled_date)
      ? text.why.asks_day({ day: day(string(scheduled_date) ?? "") })
      : choice === "contact"
        ? text.why.asks_answer
        : text.why.asks({ choice: findWord(text.why.choices, string(choice) ?? "") ?? text.why.unknown }),
  tender_pickup_late: ({ provider, pickup_by }, { times }) =>
    text.why.pickup_late({
      provider: string(provider) ?? text.why.provider,
      moment: times.moment(string(pickup_by)),
    }),
  tender_exhausted: ({ reason }) =>
    string(reason) === "goods_with_provider"
      ? text.why.given_back
      : text.why.no_provider({
          reason: findWord(text.why.tenders, string(reason) ?? "") ?? text.why.tenders.other,
        }),
  no_rider: ({ refusals, searching_since, reason }, { times }) =>
    reason === "outside_zones"
      ? text.why.outside_zones
      : text.why.no_rider({ moment: times.moment(string(searching_since)), n: number(refusals) }),
  shift_no_show: ({ starts_at }, { times }) => text.why.no_show({ moment: times.moment(string(starts_at)) }),
  document_expiring: ({ document_kind, expires_date }) =>
    text.why.expires({
      document: findWord(text.why.documents, string(document_kind) ?? "") ?? text.why.documents.other,
      day: day(string(expires_date) ?? ""),
    }),
};

export function describeWhy(
  item: Pick<Item, "kind" | "facts" | "since">,
  say: { times: Pick<Times, "moment">; currency: string },
): string {
  const describe = KINDS[item.kind];
  return describe === undefined
    ? text.why.since({ moment: say.times.moment(item.since) })
    : describe(item.facts, { ...say, item });
}

/** What an item is about: the order, else the route, else the driver. */
export function nameItem({ records, subject_type, subject_id }: Item): string {
  const { order, route, driver } = records;
  if (order !== null) return order.name || order.tracking_number;
  if (route !== null)
    return driver === null
      ? text.why.route({ number: route.number })
      : text.why.driver_route({ name: driver.name, number: route.number });
  return driver?.name ?? nameRecord(subject_type, subject_id);
}
