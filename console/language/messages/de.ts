import type { messages as en } from "./en.ts";

export const messages: typeof en = {
  times: {
    none: "–",
    any_time: "Jederzeit",
    after: (start) => `Nach ${start}`,
    before: (end) => `Vor ${end}`,
    between: (start, end) => `${start}–${end}`,
    exact: (at, zone) => `${at} (${zone})`,
    never: "nie",
    just_now: "gerade eben",
    today: "Heute",
    minutes: (n) => `${n} min`,
    hours: (h, m) => `${h} h ${m}`,
  },
  states: {
    loading: "Wird geladen",
    no_connection: "Keine Verbindung",
    forbidden: "Nicht für dieses Konto",
    not_found: "Nicht gefunden",
    not_loaded: "Das Laden ist fehlgeschlagen",
    request: (id) => `Anfrage ${id}`,
    try_again: "Erneut versuchen",
    unreachable: "Der Dienst ist nicht erreichbar.",
  },
  dropped: {
    about: "Nicht bekannt, daher ohne dies angezeigt:",
    close: "Hinweis schließen",
  },
  language: "Sprache",
};
