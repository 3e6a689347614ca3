/** Whose the money is: that for the item is never here. */
import { useQuery } from "@tanstack/react-query";
import { IconShieldCheck } from "#icons";
import { money } from "../../../../parts/format.ts";
import { type ResaleHandover, termsQuery } from "../queries.ts";
import { text } from "./text.ts";

export function Money({ handover }: { handover?: ResaleHandover }) {
  const terms = useQuery({ ...termsQuery, enabled: handover === undefined }).data;
  const { fee_minor, currency, price_hidden } = handover ?? terms ?? {};
  const says_fee = !price_hidden && typeof fee_minor === "number";
  return (
    <section className="sheet sell-money" aria-label={text.money.title}>
      <IconShieldCheck size={20} stroke={1.6} aria-hidden />
      <span className="stack tight">
        <span className="strong">{text.money.title}</span>
        <span>{text.money.about}</span>
        {says_fee ? (
          <span>
            {fee_minor === 0 ? text.money.free : text.money.fee({ fee: money(fee_minor, currency) })}
          </span>
        ) : null}
      </span>
    </section>
  );
}
