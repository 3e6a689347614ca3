/** Text of the refusals of sign-in. */
export const messages = {
  bad_credentials: { en: "The e-mail address or the password is wrong." },
  account_locked: { en: "Too many wrong passwords: the account is locked until {until}." },
  account_disabled: { en: "The account is disabled." },
  business_needed: {
    en: "This address and password fit accounts of several businesses; send `business`, the code of one: {codes}.",
  },
  too_many_failures: { en: "Too many failed sign-ins from this address; try again in some minutes." },
} as const;
