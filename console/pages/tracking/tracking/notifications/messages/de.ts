import type { messages as english } from "./en.ts";

export const messages: typeof english = {
  title: "Benachrichtigungen",
  about: "Was Sie zu dieser und späteren Sendungen erhalten.",
  sms: "Textnachrichten",
  email: "E-Mails",
  push: "In diesem Browser",
  push_about: "Zu dieser Sendung, auch wenn diese Seite geschlossen ist.",
  push_denied:
    "Dieser Browser erlaubt dieser Seite keine Nachrichten. Das ändern Sie in seinen Einstellungen.",
  language: "Sprache der Benachrichtigungen",
  saved: "Gespeichert.",
  failed: "Das wurde nicht gespeichert",
  choose: {
    title: "Benachrichtigungen an diese Adresse abbestellen?",
    submit: "Abbestellen",
    stopped: (address: string) => `An ${address} werden keine Benachrichtigungen mehr gesendet.`,
    again: "Wieder erhalten",
    received: (address: string) => `An ${address} werden wieder Benachrichtigungen gesendet.`,
    failed: "Das hat nicht geklappt. Öffnen Sie den Link aus der Nachricht noch einmal.",
  },
};
