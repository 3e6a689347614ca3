/** The statement of a customer's account over a month: what stood on it, what was booked, what stands on it. */

import { issueDocument } from "#domain/files/documents/public.ts";
import type { Context } from "#operation/define/context.ts";
import { toInstant, toLocalDate } from "#vocabulary/calendar.ts";
import type { PriceFamily } from "#vocabulary/features.ts";
import { formatMoney } from "#vocabulary/money.ts";
import { messages } from "./messages.ts";
import { getCustomerWallet } from "./records/ledger-account.ts";
import { findStatement } from "./records/ledger-statement.ts";
import { listTransactions, type TransactionRow } from "./records/ledger-transaction.ts";
import { type StatementLine, template } from "./template.ts";
import { kindWords, nameRecord, words } from "./words.ts";

/** More do not make a document that anybody reads. */
const LINES_MAX = 5000;

/** The first instants of a month and of the next one, in a time zone. */
function findMonth(month: string, time_zone: string): { from: Date; to: Date } {
  const [year, number] = month.split("-").map(Number) as [number, number];
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, "0")}`;
  return {
    from: toInstant(`${month}-01`, "00:00", time_zone),
    to: toInstant(`${next}-01`, "00:00", time_zone),
  };
}

/**
 * Issues the statement of a month; for the month under way, up to now. Issued again unchanged, it is the same version.
 * With hidden families, amounts of those are left out for the customer. Refuses `month_not_begun` and `too_many_entries`.
 */
export async function issueStatement(
  context: Context<"month_not_begun" | "too_many_entries">,
  {
    customer_id,
    month,
    account,
    for_customer,
  }: {
    customer_id: number;
    month: string;
    account: "wallet" | "settlement";
    /** The customer's own copy, without the amounts that are hidden from it. */
    for_customer: boolean;
  },
) {
  const { actor, business, now, refuse } = context;
  const hidden: ReadonlySet<PriceFamily> = for_customer ? actor.hidden_prices : new Set();
  const wallet = await getCustomerWallet(context, customer_id);
  const time_zone = business.time_zone;
  const { from, to } = findMonth(month, time_zone);
  if (from > now)
    throw refuse("month_not_begun", {
      message: messages.month_not_begun,
      errors: [{ field: "month", message: messages.not_begun }],
    });
  const of = { customer_id, account };
  const [transactions, [before]] = await Promise.all([
    listTransactions(context, { ...of, from, to, limit: LINES_MAX + 1 }),
    listTransactions(context, { ...of, to: from, limit: 1 }),
  ]);
  if (transactions.length > LINES_MAX)
    throw refuse("too_many_entries", { message: messages.too_many_entries, values: { max: LINES_MAX } });
  const { currency } = wallet;
  const language = business.locale;
  const format = (minor: number) => formatMoney(minor, currency, language);
  const entries = transactions.toReversed();
  const is_hidden = entries.some(({ family }) => hidden.has(family as PriceFamily));
  const opening = before?.balance_after_minor ?? 0;
  const lines: StatementLine[] = entries.map((entry) => ({
    date: toLocalDate(new Date(entry.created_at), time_zone),
    text: describeEntry(entry, language),
    amount: hidden.has(entry.family as PriceFamily) ? null : format(entry.amount_minor),
    // A balance beside a hidden amount would tell the amount.
    balance: is_hidden ? null : format(entry.balance_after_minor),
  }));
  const number = `${wallet.code}-${month}${account === "settlement" ? "-S" : ""}`;
  const say = (word: keyof typeof words) => words[word].format(language);
  const statement_id = await findStatement(context, { customer_id, account, month, for_customer });
  const issued = await issueDocument(context, {
    number,
    template,
    subject: { type: "wallet_statement", id: statement_id },
    language,
    contents: {
      title: say(account),
      business: business.name,
      facts: [
        [say("customer"), `${wallet.name} (${wallet.code})`],
        [say("month"), month],
        ...(to > now ? [[say("until"), toLocalDate(now, time_zone)] as const] : []),
        [say("number"), number],
      ],
      headings: {
        date: say("date"),
        details: say("details"),
        amount: say("amount"),
        balance: say("balance"),
      },
      opening: { label: say("opening"), amount: is_hidden ? null : format(opening) },
      closing: {
        label: say("closing"),
        amount: is_hidden ? null : format(entries.at(-1)?.balance_after_minor ?? opening),
      },
      lines,
      none: say("none"),
    },
  });
  return {
    result: true,
    name: `statement-${number}.pdf`,
    content_type: "application/pdf",
    content_base64: issued.bytes.toString("base64"),
    document_id: issued.document_id,
    document_version: issued.version,
    sha256: issued.sha256,
    transactions: entries.length,
  };
}

/** `Charged · Shipping label 7 · INV-12`. */
function describeEntry(
  { kind, subject_type, subject_id, reference, note }: TransactionRow,
  language: string,
): string {
  const parts = [
    kindWords[kind].format(language),
    subject_type === null ? "" : nameRecord(subject_type, subject_id, language),
    reference ?? "",
    note,
  ];
  return parts.filter(Boolean).join(" · ");
}
