import type { messages as en } from "./en.ts";

export const messages: typeof en = {
  language_not_saved: "O idioma não foi salvo na conta",
  not_live: (time) => `Sem atualização automática: dados das ${time}`,
  notices: {
    title: "Notificações",
    title_new: (n) => `Notificações: ${n} novas`,
    new: (n) => `${n} novas`,
    none: "Nada precisa de você.",
    waiting: "Espera por alguém",
    new_since: "Novo desde que você olhou",
    latest: "Mais recentes",
  },
};
