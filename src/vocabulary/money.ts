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
