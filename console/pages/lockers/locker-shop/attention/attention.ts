/** What needs a person about shops in lockers. */
import { client } from "../../../../api/client.ts";
import { getRules, type Rules } from "../../../../parts/form-rules.ts";
import { money } from "../../../../parts/format.ts";
import {
  type Attention,
  type CallAction,
  readNumber,
  readString,
} from "../../../insight/dispatch/define-attention.ts";
import { text } from "./text.ts";

/** The reason is the note of the settlement. */
function readNoteRules(): Rules<string> {
  const { by_path } = getRules("shopSaleUnpaidSettle");
  return { by_path: { reason: by_path["note"] ?? {} } };
}

const settle = (outcome: "paid_elsewhere" | "goods_returned", label: () => string): CallAction => ({
  do: "call",
  label,
  operation: "shopSaleUnpaidSettle",
  needs_reason: readNoteRules,
  run: ({ subject_id }, note, options) =>
    client.shopSaleUnpaidSettle({ sale_id: subject_id, outcome, note }, options),
});

export const attention: Attention = {
  shop_goods_unpaid: {
    why: ({ locker, compartment_code, product, amount_minor, currency, since }, { times }) =>
      text.why({
        locker: readString(locker) ?? "",
        compartment: readString(compartment_code) ?? "–",
        product: readString(product) ?? "",
        amount: money(readNumber(amount_minor), readString(currency) ?? undefined),
        moment: times.moment(readString(since)),
      }),
    actions: [
      { do: "open", label: () => text.open, page: ({ subject_id }) => ["shop_sale", subject_id] },
      settle("paid_elsewhere", () => text.paid_elsewhere),
      settle("goods_returned", () => text.goods_returned),
    ],
  },
};
