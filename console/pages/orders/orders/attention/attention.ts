/** What needs a person about orders: why, and what can be done. */
import { linkOptions } from "@tanstack/react-router";
import { client } from "../../../../api/client.ts";
import { getRules } from "../../../../parts/form-rules.ts";
import { money } from "../../../../parts/format.ts";
import { findLabel, findWord } from "../../../../parts/labels.ts";
import { nameProof } from "../../../../parts/proofs.ts";
import { day } from "../../../../parts/times.ts";
import {
  type Attention,
  type CallAction,
  type CommandAction,
  type OpenAction,
  openOrder,
  openRoute,
  readNumber,
  readString,
} from "../../../insight/dispatch/define-attention.ts";
import { takeOffRoute } from "../../../planning/routes/attention/attention.ts";
import { ORDER_STATUS } from "../status.ts";
import { text } from "./text.ts";

const hold: CommandAction = { do: "command", label: () => text.actions.hold, command: "hold" };

/** On the planning page of its day. */
export const planOrder: OpenAction = {
  do: "open",
  label: () => text.actions.plan,
  page: ({ facts: { scheduled_date } }) =>
    linkOptions({ to: "/plan", search: typeof scheduled_date === "string" ? { date: scheduled_date } : {} }),
};

const voidEvent: CallAction = {
  do: "call",
  label: () => text.actions.void,
  operation: "clientOrderVoidEvent",
  danger: true,
  needs_reason: () => getRules("clientOrderVoidEvent"),
  applies: ({ order_id, facts }) => order_id !== null && typeof facts["seq"] === "number",
  run: ({ order_id, facts }, reason, options) =>
    client.clientOrderVoidEvent({ order_id: order_id ?? 0, seq: Number(facts["seq"]), reason }, options),
};

const resetPin: CallAction = {
  do: "call",
  label: () => text.actions.reset_pin,
  operation: "clientOrderResetPinTries",
  run: ({ order_id }, _reason, options) =>
    client.clientOrderResetPinTries({ order_id: order_id ?? 0 }, options),
};

/** What was reported or decided; carriers report what own drivers do under other names. */
const nameReport = (code: unknown): string =>
  findWord(text.reports, (readString(code) ?? "").replace(/^external_/, "")) ?? text.unknown;

export const attention: Attention = {
  order_unplanned: {
    why: ({ scheduled_date }) => text.unplanned({ day: day(readString(scheduled_date) ?? "") }),
    actions: [
      { do: "command", label: () => text.actions.reschedule, command: "reschedule" },
      planOrder,
      hold,
    ],
  },
  hold_overdue: {
    why: ({ held_at, reason }, { times }) => {
      const why = readString(reason);
      const moment = times.moment(readString(held_at));
      return why ? text.held_because({ moment, reason: why }) : text.held({ moment });
    },
    actions: [
      { do: "command", label: () => text.actions.release, command: "release" },
      { do: "command", label: () => text.actions.cancel, command: "cancel" },
    ],
  },
  unexpected_fact: {
    why: ({ trigger, occurred_at, status_before }, { times }) =>
      text.unexpected({
        report: nameReport(trigger),
        moment: times.moment(readString(occurred_at)),
        status: findLabel(ORDER_STATUS, readString(status_before) ?? "").label,
      }),
    actions: [openOrder, voidEvent, hold],
  },
  late_fact_conflict: {
    why: ({ trigger, occurred_at, undone }, { times }) => {
      const decisions = (Array.isArray(undone) ? undone : []).map(
        (one: { trigger?: unknown; at?: unknown }) =>
          text.decided({ decision: nameReport(one.trigger), moment: times.moment(readString(one.at)) }),
      );
      const moment = times.moment(readString(occurred_at));
      return decisions.length === 0
        ? text.late_report({ moment, report: nameReport(trigger) })
        : text.late_contradicts({ moment, report: nameReport(trigger), decisions: decisions.join(", ") });
    },
    actions: [openOrder, voidEvent],
  },
  external_fact_conflict: {
    why: ({ trigger, occurred_at }, { times }) =>
      text.external({ report: nameReport(trigger), moment: times.moment(readString(occurred_at)) }),
    actions: [takeOffRoute, openRoute],
  },
  delivery_unproven: {
    why: ({ missing_proofs, cash_outstanding_minor, currency: own_currency }, { currency }) => {
      const missing = (Array.isArray(missing_proofs) ? missing_proofs : []).map((one) =>
        nameProof(String(one)),
      );
      const cash = readNumber(cash_outstanding_minor);
      return [
        ...(missing.length === 0 ? [] : [text.proofs_missing({ proofs: missing.join(", ") })]),
        ...(cash === 0
          ? []
          : [text.cash_not_reported({ amount: money(cash, readString(own_currency) ?? currency) })]),
      ].join(" ");
    },
    actions: [openOrder],
  },
  pin_locked: { why: ({ tries }) => text.pin({ n: readNumber(tries) }), actions: [resetPin] },
};
