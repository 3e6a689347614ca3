/** What needs a person about parcels in lockers: it is resolved on the page of the device order. */
import { fillText } from "../../../../language/texts.ts";
import { type Attention, readString } from "../../../insight/dispatch/define-attention.ts";
import { text } from "./text.ts";

export const attention: Attention = {
  device_order_exception: {
    name: ({ locker, compartment_code }) =>
      [readString(locker), readString(compartment_code)].filter((part) => part !== null).join(", ") || null,
    why: ({ exception, locker, compartment_code }) => {
      const values = {
        locker: readString(locker) ?? "",
        compartment: readString(compartment_code) ?? "",
      };
      const sentence = Object.entries(text.exceptions).find(([code]) => code === exception)?.[1];
      return sentence === undefined ? text.other(values) : fillText(sentence, values);
    },
    actions: [{ do: "open", label: () => text.open, page: ({ subject_id }) => ["device_order", subject_id] }],
  },
};
