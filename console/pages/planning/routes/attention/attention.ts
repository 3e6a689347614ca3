/** What needs a person about routes: why, and what can be done. */
import { client } from "../../../../api/client.ts";
import { readFreeCode } from "../../../../parts/labels.ts";
import { askAboutUnsent } from "../../../../parts/unsent/ask.ts";
import {
  type Attention,
  type CallAction,
  type CommandAction,
  describeDifference,
  type Item,
  type ItemAction,
  openDriver,
  openOrder,
  openRoute,
  readNumber,
  readString,
} from "../../../insight/dispatch/define-attention.ts";
import { text } from "./text.ts";

function listOrderIds({ order_id, facts }: Item): number[] {
  const listed = facts["order_ids"];
  if (Array.isArray(listed)) return listed.filter((id) => typeof id === "number");
  return order_id === null ? [] : [order_id];
}

export const takeOffRoute: CallAction = {
  do: "call",
  label: () => text.actions.take_off,
  operation: "clientRouteOrders",
  applies: (item) => item.route_id !== null && listOrderIds(item).length > 0,
  run: (item, _reason, options) =>
    client.clientRouteOrders({ route_id: item.route_id ?? 0, remove: listOrderIds(item) }, options),
};

export const reassign: ItemAction = { do: "driver", label: () => text.actions.reassign };

const cancelRoute: CallAction = {
  do: "call",
  label: () => text.actions.cancel_route,
  operation: "clientRouteCancel",
  danger: true,
  run: ({ route_id }, _reason, options) =>
    askAboutUnsent(route_id ?? 0, (allow) =>
      client.clientRouteCancel({ route_id: route_id ?? 0, ...allow }, options),
    ),
};

const withdrawRelease: CallAction = {
  do: "call",
  label: () => text.actions.unrelease,
  operation: "clientRouteUnrelease",
  run: ({ route_id }, _reason, options) =>
    askAboutUnsent(route_id ?? 0, (allow) =>
      client.clientRouteUnrelease({ route_id: route_id ?? 0, ...allow }, options),
    ),
};

const receive: CommandAction = { do: "command", label: () => text.actions.receive, command: "receive" };

export const attention: Attention = {
  attempt_undecided: {
    why: ({ attempts, reason, failed_at }, { times }) => {
      const attempt = readNumber(attempts) || 1;
      const code = readString(reason);
      const moment = times.moment(readString(failed_at));
      return code === null
        ? text.failed({ attempt, moment })
        : text.failed_because({ attempt, reason: readFreeCode(code).toLowerCase(), moment });
    },
    actions: [
      { do: "command", label: () => text.actions.try_again, command: "reattempt" },
      receive,
      { do: "command", label: () => text.actions.return, command: "start_return" },
    ],
  },
  goods_outstanding: {
    why: () => text.goods,
    actions: [receive, { do: "command", label: () => text.actions.problem, command: "raise_exception" }],
  },
  goods_off_route: { why: () => text.goods_off_route, actions: [receive, openOrder, openDriver] },
  cash_difference: {
    why: ({ cash_expected_minor, cash_counted_minor }, { currency }) =>
      describeDifference(
        { expected: readNumber(cash_expected_minor), received: readNumber(cash_counted_minor), currency },
        { less: text.counted_less, more: text.counted_more },
      ),
    actions: [openRoute],
  },
  route_unclaimed: {
    why: ({ planned_start_at }, { times }) =>
      text.unclaimed({ moment: times.moment(readString(planned_start_at)) }),
    actions: [{ do: "driver", label: () => text.actions.choose_driver }, openRoute, cancelRoute],
  },
  route_not_started: {
    why: ({ planned_start_at }, { times }) =>
      text.not_started({ moment: times.moment(readString(planned_start_at)) }),
    actions: [reassign, openRoute, withdrawRelease],
  },
  stop_late: {
    why: ({ seq, window_end }, { times }) =>
      text.stop_late({ seq: readNumber(seq), moment: times.moment(readString(window_end)) }),
    actions: [openRoute, takeOffRoute],
  },
};
