import { createPlural } from "../../language/plural.ts";
import type { messages as en } from "./en.ts";

const plural = createPlural("de");

export const messages: typeof en = {
  skip: "Zur Seite springen",
  pages: "Seiten",
  more: "Mehr",
  account: "Konto",
  close: "Schließen",
  language: "Sprache",
  forbidden: "Nicht für dieses Konto",
  forbidden_about: "Diese Seite ist für andere Konten Ihrer Firma.",
  queue: {
    title: "Gesendet und nicht gesendet",
    all_sent: "Alles gesendet",
    waiting: (n) => plural(n, { one: "# nicht gesendet", other: "# nicht gesendet" }),
    needs_you: (n) => plural(n, { one: "# braucht Sie", other: "# brauchen Sie" }),
    away: "Keine Verbindung",
    away_about:
      "Was Sie tun, bleibt auf diesem Gerät und wird der Reihe nach gesendet, sobald die Verbindung wieder da ist.",
    signed_out: "Ihre Sitzung ist beendet. Melden Sie sich wieder an, dann wird alles gesendet.",
    other_account:
      "In diesem Browser hat sich jemand anders angemeldet. Melden Sie sich wieder an, um Ihres zu senden.",
    nothing: "Alles wurde gesendet.",
    send_now: "Jetzt senden",
    waiting_list: "Noch nicht gesendet",
    refused_list: "Nicht angenommen",
    noticed_list: "Angenommen, bitte lesen",
    correct: "Korrigieren",
    send_again: "Erneut senden",
    discard: "Verwerfen",
    keep: "Behalten",
    understood: "Verstanden",
    discard_title: (label) => `${label} verwerfen?`,
    discard_about: "Es wird nicht erfasst. Das lässt sich nicht rückgängig machen.",
    correct_code: "Code",
  },
  types: {
    route_start: "Tour begonnen",
    route_pause: "Tour pausiert",
    route_resume: "Tour fortgesetzt",
    stop_arrive: "Angekommen",
    stop_complete: "Zugestellt",
    stop_fail: "Nicht zugestellt",
    stop_skip: "Stopp verschoben",
    scan: "Paket gescannt",
    duty: "Schicht",
    chat_message: "Nachricht",
    arrive_pickup: "Bei der Abholung",
    pick_up: "Abgeholt",
    arrive_dropoff: "Am Ziel",
    complete: "Übergeben",
    return_goods: "Zurückgebracht",
    problem: "Problem",
    parcel_receive: "Annehmen",
    sort_scan: "Sortieren",
    outbound_scan: "Laden",
    transfer_out: "Aus dem Lager",
    transfer_in: "Ins Lager",
    other: "Schritt",
  },
  next: {
    NOT_YOUR_ROUTE:
      "Diesen Stopp hat jetzt jemand anders. Sagen Sie der Disposition, was Sie dort getan haben, und behalten Sie, was Sie noch dabeihaben, bis sie entscheidet.",
    ROUTE_CLOSED: "Die Tour wurde inzwischen beendet. Sagen Sie der Disposition, was Sie dort getan haben.",
    ROUTE_NOT_RELEASED:
      "Die Tour wurde inzwischen zurückgezogen. Sagen Sie der Disposition, was Sie dort getan haben.",
    NOT_FOUND: "Das gibt es nicht mehr. Sagen Sie der Disposition, was Sie dort getan haben.",
    STOP_RESOLVED: "Der Stopp ist schon erledigt. Sie können dies verwerfen.",
    PROOF_MISSING: "Ergänzen Sie, was fehlt, und senden Sie es erneut.",
    PROOF_INVALID: "Korrigieren Sie den Nachweis und senden Sie ihn erneut.",
    WRONG_PIN: "Fragen Sie den Empfänger noch einmal nach der PIN.",
    PIN_LOCKED:
      "Zu viele falsche PINs. Bitten Sie die Disposition um weitere Versuche und senden Sie es dann erneut.",
    COD_MISSING: "Geben Sie das kassierte Bargeld ein.",
    CONVERSATION_CLOSED: "Die Unterhaltung ist geschlossen. Rufen Sie die Disposition an.",
    other: "Korrigieren Sie es oder sagen Sie der Disposition Bescheid.",
  },
  notices: {
    changed: (stop) =>
      `${stop}: Der Auftrag wurde geändert, bevor dies ankam. Was Sie getan haben, ist erfasst, und die Disposition entscheidet.`,
    removed: "Dieser Stopp war von Ihrer Tour genommen. Was Sie getan haben, ist trotzdem erfasst.",
    wrong_route: (route, driver) => `Gehört auf Tour ${route} von ${driver}. Nicht laden.`,
    elsewhere: "Gehört nicht auf Ihre Tour. Geben Sie es dem Lager zurück.",
    unknown: "Kein Paket hat diesen Code.",
  },
  version: {
    title: "Eine neue Version ist da",
    about: "Was noch nicht gesendet ist, bleibt.",
    take: "Aktualisieren",
  },
  install: {
    title: "Diese App installieren",
    about: "Sie öffnet sich vom Startbildschirm, auch ohne Verbindung.",
    by_hand: "Wählen Sie im Menü des Browsers „Zum Startbildschirm hinzufügen“.",
    install: "Installieren",
  },
  colours: { label: "Farben", auto: "Wie das Gerät", light: "Hell", dark: "Dunkel" },
  console: "Konsole öffnen",
  sign_out: "Abmelden",
  sign_out_title: "Wirklich abmelden?",
  sign_out_waiting: (n) =>
    plural(n, {
      one: "# Sache ist noch nicht gesendet. Sie bleibt auf diesem Gerät und wird gesendet, wenn Sie sich hier wieder anmelden.",
      other:
        "# Sachen sind noch nicht gesendet. Sie bleiben auf diesem Gerät und werden gesendet, wenn Sie sich hier wieder anmelden.",
    }),
  sign_out_refused: (n) =>
    plural(n, {
      one: "# Sache wurde nicht angenommen und braucht Sie noch.",
      other: "# Sachen wurden nicht angenommen und brauchen Sie noch.",
    }),
  still_signed_in: "Sie sind noch angemeldet: Es gibt keine Verbindung.",
  camera: {
    scan: "Mit der Kamera scannen",
    title: "Code scannen",
    aim: "Halten Sie den Code in den Rahmen.",
    denied:
      "Die Kamera ist nicht erlaubt. Erlauben Sie sie in den Einstellungen des Browsers oder tippen Sie den Code.",
    none: "Dieses Gerät gibt dem Browser keine Kamera. Tippen Sie den Code.",
    light: "Licht",
  },
};
