/** What needs a person about orders that were offered to delivery providers. */
import { findWord } from "../../../../parts/labels.ts";
import { type Attention, openOrder, readString } from "../../../insight/dispatch/define-attention.ts";
import { planOrder } from "../../../orders/orders/attention/attention.ts";
import { text } from "./text.ts";

export const attention: Attention = {
  tender_pickup_late: {
    why: ({ provider, pickup_by }, { times }) =>
      text.pickup_late({
        provider: readString(provider) ?? text.provider,
        moment: times.moment(readString(pickup_by)),
      }),
    actions: [openOrder],
  },
  tender_exhausted: {
    why: ({ reason }) =>
      reason === "goods_with_provider"
        ? text.given_back
        : text.no_provider({
            reason: findWord(text.tenders, readString(reason) ?? "") ?? text.tenders.other,
          }),
    actions: [openOrder, planOrder],
  },
};
