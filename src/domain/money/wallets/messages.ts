/** Messages of the refusals of wallets. */
export const messages = {
  unknown_customer: { en: "There is no such customer." },
  wallet_too_low: {
    en: "The wallet has too little: {required} are needed, {available} are available.",
  },
  below_credit_limit: {
    en: "The balance would fall below the credit limit: at most {available} can be taken.",
  },
  reference_used: {
    en: "A payment with this reference was recorded before, as transaction {transaction_id}.",
  },
  month_not_begun: { en: "The month has not begun." },
  too_many_entries: {
    en: "The month has more than {max} transactions: read them from the list of transactions.",
  },
} as const;
