/** What needs a person about requests of recipients. */
import { linkOptions } from "@tanstack/react-router";
import { findWord } from "../../../../parts/labels.ts";
import { day } from "../../../../parts/times.ts";
import { type Attention, readString } from "../../../insight/dispatch/define-attention.ts";
import { text } from "./text.ts";

export const attention: Attention = {
  recipient_request: {
    why: ({ choice, scheduled_date }) => {
      const date = readString(scheduled_date);
      if (date !== null) return text.asks_day({ day: day(date) });
      if (choice === "contact") return text.asks_answer;
      return text.asks({ choice: findWord(text.choices, readString(choice) ?? "") ?? text.unknown });
    },
    actions: [
      {
        do: "open",
        label: () => text.actions.answer,
        page: ({ order_id }) =>
          order_id === null ? null : linkOptions({ to: "/recipient-requests", search: { order_id } }),
      },
    ],
  },
};
