/** Texts of every page, public ones included: times, and what a page says while it has nothing to show. */
export const messages = {
  times: {
    none: "–",
    any_time: "Any time",
    after: (start: string) => `After ${start}`,
    before: (end: string) => `Before ${end}`,
    between: (start: string, end: string) => `${start}–${end}`,
    exact: (at: string, zone: string) => `${at} (${zone})`,
    never: "never",
    just_now: "just now",
    today: "Today",
    minutes: (n: string) => `${n} min`,
    hours: (h: string, m: string) => `${h} h ${m}`,
  },
  states: {
    loading: "Loading",
    no_connection: "No connection",
    forbidden: "Not for this account",
    not_found: "Not found",
    not_loaded: "This did not load",
    request: (id: string) => `Request ${id}`,
    try_again: "Try again",
    unreachable: "The service cannot be reached.",
  },
  dropped: {
    about: "Not known, so this is shown without:",
    close: "Close the note",
  },
  language: "Language",
};
