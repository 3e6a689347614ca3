/** What needs a person about the reports of drivers' phones. */
import {
  type Attention,
  describeDifference,
  openDriver,
  openRoute,
  readNumber,
  readString,
} from "../../../insight/dispatch/define-attention.ts";
import { reassign } from "../../../planning/routes/attention/attention.ts";
import { text } from "./text.ts";

export const attention: Attention = {
  cod_mismatch: {
    why: ({ expected_minor, collected_minor, currency: own_currency }, { currency }) =>
      describeDifference(
        {
          expected: readNumber(expected_minor),
          received: readNumber(collected_minor),
          currency: readString(own_currency) ?? currency,
        },
        { less: text.collected_less, more: text.collected_more },
      ),
    actions: [openRoute],
  },
  route_stalled: {
    why: ({ acted_at, position_at }, { times }) => {
      const moment = times.moment(readString(acted_at));
      const seen_at = readString(position_at);
      return seen_at === null
        ? text.stalled({ moment })
        : text.stalled_at({ moment, position: times.moment(seen_at) });
    },
    actions: [openRoute, reassign],
  },
  clock_skewed: {
    why: ({ device_at }, { times }) => {
      const shown_at = readString(device_at);
      return shown_at === null ? text.clock : text.clock_at({ moment: times.moment(shown_at) });
    },
    actions: [openDriver],
  },
};
