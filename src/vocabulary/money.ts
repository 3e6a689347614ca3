/** Amounts of money as text, for documents and messages. */

const formats = new Map<string, Intl.NumberFormat>();

/** `EUR 12.50`: with the code of the currency, which no reader takes for another one. */
export function formatMoney(minor: number, currency: string, language = "en"): string {
  const key = `${language} ${currency}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(language, { style: "currency", currency, currencyDisplay: "code" });
    formats.set(key, format);
  }
  // Not every currency has hundredths: the yen has none, the dinar thousandths.
  return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/**
 * Splits an amount by weights into whole parts that add up to it: the largest remainders get what is left. Equal parts
 * where all weights are zero.
 */
export function splitAmount(amount_minor: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const shares = weights.map((weight) =>
    total === 0 ? amount_minor / weights.length : (amount_minor * weight) / total,
  );
  const parts = shares.map(Math.floor);
  let remaining_minor = amount_minor - parts.reduce((sum, part) => sum + part, 0);
  const by_remainder = shares
    .map((share, index) => ({ index, remainder: share - Math.floor(share) }))
    .sort((one, other) => other.remainder - one.remainder || one.index - other.index);
  for (const { index } of by_remainder) {
    if (remaining_minor <= 0) break;
    parts[index] = (parts[index] ?? 0) + 1;
    remaining_minor -= 1;
  }
  return parts;
}
