export const messages = {
  language_not_saved: "The language is not saved to the account",
  not_live: (time: string) => `Not live: last updated ${time}`,
  notices: {
    title: "Notifications",
    title_new: (n: number) => `Notifications: ${n} new`,
    new: (n: number) => `${n} new`,
    none: "Nothing needs you.",
    waiting: "Waits for somebody",
    new_since: "New since you last looked",
    latest: "Latest",
  },
};
