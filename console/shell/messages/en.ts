export const messages = {
  language_not_saved: "The language is not saved to the account",
  not_live: (time: string) => `Not live: last updated ${time}`,
};
