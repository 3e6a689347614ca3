/** The lines of a price and their sum. */
import { money } from "../../../parts/format.ts";
import type { PriceLine } from "./queries.ts";
import { text } from "./text.ts";

export function PriceLines({
  lines,
  total_minor,
  currency,
}: {
  lines: readonly PriceLine[];
  total_minor: number | null | undefined;
  currency: string | undefined;
}) {
  return (
    <dl className="shipping-lines">
      {lines.map(({ code, label, amount_minor }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: several lines of staff have one code.
        <div key={`${code} ${index}`}>
          <dt>{label}</dt>
          <dd>{money(amount_minor, currency)}</dd>
        </div>
      ))}
      <div className="shipping-total">
        <dt>{text.total}</dt>
        <dd>{money(total_minor, currency)}</dd>
      </div>
    </dl>
  );
}
