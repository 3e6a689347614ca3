/** A new price of a received order, by its measures or by lines that staff write: before and after, and what becomes of the difference. */
import { TextInput } from "@mantine/core";
import { useState } from "react";
import type { ClientCustomerOrderRepriceOutput } from "../../../../../packages/client/client.gen.ts";
import { client } from "../../../../api/client.ts";
import { getRules, toMemberProps } from "../../../../parts/form-rules.ts";
import { money } from "../../../../parts/format.ts";
import { PriceLines } from "../price-lines.tsx";
import type { CustomerOrder } from "../queries.ts";
import { text } from "../text.ts";
import { Decide, type DialogProps } from "./decide.tsx";
import { RepriceFields, useRepricing } from "./reprice-fields.tsx";

const RULES = getRules("clientCustomerOrderReprice");

export function RepriceDialog(props: DialogProps) {
  const { order } = props;
  const repricing = useRepricing(order);
  const [note, setNote] = useState("");
  const by_measures = note.trim() === "" ? {} : { note: note.trim() };
  return (
    <Decide<object, ClientCustomerOrderRepriceOutput>
      decision="reprice"
      {...props}
      input={repricing.by === "measures" ? by_measures : repricing.lines}
      run={client.clientCustomerOrderReprice}
      outcome={(answer) => <Difference before={order} answer={answer} />}
    >
      <RepriceFields
        repricing={repricing}
        currency={order.currency ?? "EUR"}
        words={{ by: text.desk.reprice_by, measures: text.desk.by_measures, staff: text.desk.by_staff }}
      >
        <TextInput
          label={text.note}
          description={text.desk.for_customer}
          {...toMemberProps(RULES, "note")}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </RepriceFields>
    </Decide>
  );
}

function Difference({ before, answer }: { before: CustomerOrder; answer: ClientCustomerOrderRepriceOutput }) {
  const { order: after, is_changed, returned_minor } = answer;
  const { currency } = after;
  if (!is_changed) return text.desk.same_price;
  return (
    <div className="stack">
      <div className="two">
        <div>
          <span className="dim small">{text.desk.before}</span>
          <PriceLines
            lines={before.price_details ?? []}
            total_minor={before.total_minor}
            currency={currency}
          />
        </div>
        <div>
          <span className="dim small">{text.desk.after}</span>
          <PriceLines lines={after.price_details ?? []} total_minor={after.total_minor} currency={currency} />
        </div>
      </div>
      {returned_minor > 0 ? (
        <span className="strong">{text.bill.returned({ amount: money(returned_minor, currency) })}</span>
      ) : null}
      {(after.remaining_minor ?? 0) > 0 ? (
        <span className="strong">
          {text.pay.left_after({ amount: money(after.remaining_minor, currency) })}
        </span>
      ) : null}
    </div>
  );
}
