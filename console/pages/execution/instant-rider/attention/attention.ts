/** What needs a person about orders for riders. */
import { linkOptions } from "@tanstack/react-router";
import {
  type Attention,
  openOrder,
  readNumber,
  readString,
} from "../../../insight/dispatch/define-attention.ts";
import { text } from "./text.ts";

export const attention: Attention = {
  no_rider: {
    why: ({ refusals, searching_since, reason }, { times }) =>
      reason === "outside_zones"
        ? text.outside_zones
        : text.no_rider({ moment: times.moment(readString(searching_since)), n: readNumber(refusals) }),
    actions: [
      { do: "open", label: () => text.actions.rider, page: () => linkOptions({ to: "/instant" }) },
      openOrder,
    ],
  },
};
