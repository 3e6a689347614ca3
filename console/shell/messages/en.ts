export const messages = {
  language_not_saved: "The language is not saved to the account",
};
