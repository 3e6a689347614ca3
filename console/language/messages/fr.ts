import type { messages as en } from "./en.ts";

export const messages: typeof en = {
  times: {
    none: "–",
    any_time: "À toute heure",
    after: (start) => `Après ${start}`,
    before: (end) => `Avant ${end}`,
    between: (start, end) => `${start} – ${end}`,
    exact: (at, zone) => `${at} (${zone})`,
    never: "jamais",
    just_now: "à l’instant",
    today: "Aujourd’hui",
    minutes: (n) => `${n} min`,
    hours: (h, m) => `${h} h ${m}`,
  },
  states: {
    loading: "Chargement",
    no_connection: "Pas de connexion",
    forbidden: "Non disponible pour ce compte",
    not_found: "Introuvable",
    not_loaded: "Le chargement a échoué",
    request: (id) => `Requête ${id}`,
    try_again: "Réessayer",
    unreachable: "Le service est injoignable.",
  },
  dropped: {
    about: "Non reconnu, donc affiché sans :",
    close: "Fermer l’avis",
  },
  language: "Langue",
};
