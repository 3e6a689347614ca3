import type { messages as english } from "./en.ts";

export const messages: typeof english = {
  title: "Vos notifications",
  about: "Ce que vous recevez au sujet de ce colis et des suivants.",
  sms: "SMS",
  email: "Courriels",
  push: "Dans ce navigateur",
  push_about: "Au sujet de ce colis, même quand cette page est fermée.",
  push_denied:
    "Ce navigateur n’autorise pas les messages de cette page. Ses réglages permettent de le changer.",
  language: "Langue des notifications",
  saved: "Enregistré.",
  failed: "Cela n’a pas été enregistré",
  choose: {
    title: "Arrêter les notifications à cette adresse ?",
    submit: "Arrêter les notifications",
    stopped: (address: string) => `Plus aucune notification n’est envoyée à ${address}.`,
    again: "Les recevoir de nouveau",
    received: (address: string) => `Les notifications sont de nouveau envoyées à ${address}.`,
    failed: "Cela n’a pas fonctionné. Rouvrez le lien du message.",
  },
};
