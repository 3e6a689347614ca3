/** What needs a person about shifts. */
import { type Attention, openDriver, readString } from "../../../insight/dispatch/define-attention.ts";
import { text } from "./text.ts";

export const attention: Attention = {
  shift_no_show: {
    why: ({ starts_at }, { times }) => text.no_show({ moment: times.moment(readString(starts_at)) }),
    actions: [openDriver],
  },
};
