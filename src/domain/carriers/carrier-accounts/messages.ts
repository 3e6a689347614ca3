/** Messages of the refusals of carrier accounts. */
export const messages = {
  unknown_account: { en: "There is no such carrier account." },
  code_taken: { en: "The code is taken." },
  api_key_needed: { en: "A key belongs to one address: send it again with the new address." },
  base_url_needed: { en: "A gateway needs the address where it answers." },
  only_house: { en: "Only the account of the house has a rate card and a GS1 prefix." },
  no_house_credentials: { en: "The account of the house has no address and no credentials." },
} as const;
