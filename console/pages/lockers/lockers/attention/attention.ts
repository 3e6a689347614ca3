/** What needs a person about lockers. They have no page yet, so nothing is opened. */
import { fillText } from "../../../../language/texts.ts";
import { type Attention, readString } from "../../../insight/dispatch/define-attention.ts";
import { text } from "./text.ts";

export const attention: Attention = {
  locker_fault: {
    why: ({ fault, locker, compartment_code, since }, { times }) => {
      const values = {
        locker: readString(locker) ?? "",
        compartment: readString(compartment_code) ?? "",
        moment: times.moment(readString(since)),
      };
      const sentence = Object.entries(text.faults).find(([code]) => code === fault)?.[1];
      return sentence === undefined ? text.other(values) : fillText(sentence, values);
    },
    actions: [],
  },
};
