import { createPlural } from "../../language/plural.ts";
import type { messages as en } from "./en.ts";

const plural = createPlural("fr");

export const messages: typeof en = {
  skip: "Aller à la page",
  pages: "Pages",
  more: "Plus",
  account: "Compte",
  close: "Fermer",
  language: "Langue",
  forbidden: "Pas pour ce compte",
  forbidden_about: "Cette page est pour d’autres comptes de votre entreprise.",
  queue: {
    title: "Envoyé et non envoyé",
    all_sent: "Tout est envoyé",
    waiting: (n) => plural(n, { one: "# non envoyé", other: "# non envoyés" }),
    needs_you: (n) => plural(n, { one: "# à traiter", other: "# à traiter" }),
    away: "Pas de connexion",
    away_about: "Ce que vous faites reste sur cet appareil et part, dans l’ordre, au retour de la connexion.",
    signed_out: "Votre session est terminée. Reconnectez-vous et tout sera envoyé.",
    other_account:
      "Quelqu’un d’autre s’est connecté avec ce navigateur. Reconnectez-vous pour envoyer ce qui est à vous.",
    nothing: "Tout a été envoyé.",
    send_now: "Envoyer maintenant",
    waiting_list: "Pas encore envoyé",
    refused_list: "Non accepté",
    noticed_list: "Accepté, à lire",
    correct: "Corriger",
    send_again: "Renvoyer",
    discard: "Abandonner",
    keep: "Garder",
    understood: "Compris",
    discard_title: (label) => `Abandonner ${label} ?`,
    discard_about: "Rien n’en sera enregistré. C’est définitif.",
    correct_code: "Code lu",
  },
  types: {
    route_start: "Tournée commencée",
    route_pause: "Tournée en pause",
    route_resume: "Tournée reprise",
    stop_arrive: "Arrivé",
    stop_complete: "Livré",
    stop_fail: "Non livré",
    stop_skip: "Arrêt reporté",
    scan: "Colis lu",
    duty: "Service",
    chat_message: "Message",
    arrive_pickup: "À l’enlèvement",
    pick_up: "Enlevé",
    arrive_dropoff: "À destination",
    complete: "Remis",
    return_goods: "Rendu",
    problem: "Problème",
    parcel_receive: "Recevoir",
    sort_scan: "Trier",
    outbound_scan: "Charger",
    transfer_out: "Sortie de l’entrepôt",
    transfer_in: "Entrée à l’entrepôt",
    other: "Étape",
  },
  next: {
    NOT_YOUR_ROUTE:
      "Quelqu’un d’autre a maintenant cet arrêt. Dites à votre répartiteur ce que vous y avez fait et gardez ce que vous transportez encore jusqu’à sa décision.",
    ROUTE_CLOSED: "La tournée a été close entre-temps. Dites à votre répartiteur ce que vous y avez fait.",
    ROUTE_NOT_RELEASED:
      "La tournée a été retirée entre-temps. Dites à votre répartiteur ce que vous y avez fait.",
    NOT_FOUND: "Cela n’existe plus. Dites à votre répartiteur ce que vous y avez fait.",
    STOP_RESOLVED: "L’arrêt est déjà fait. Vous pouvez abandonner ceci.",
    PROOF_MISSING: "Ajoutez ce qui manque et renvoyez.",
    PROOF_INVALID: "Corrigez la preuve et renvoyez.",
    WRONG_PIN: "Redemandez le code PIN au destinataire.",
    PIN_LOCKED: "Trop de codes PIN faux. Demandez d’autres essais à votre répartiteur, puis renvoyez.",
    COD_MISSING: "Indiquez l’argent que vous avez encaissé.",
    CONVERSATION_CLOSED: "La conversation est close. Appelez votre répartiteur.",
    other: "Corrigez, ou prévenez votre répartiteur.",
  },
  notices: {
    changed: (stop) =>
      `${stop} : la commande a changé avant l’arrivée de ceci. Ce que vous avez fait est enregistré et votre répartiteur décide.`,
    removed:
      "Cet arrêt avait été retiré de votre tournée. Ce que vous avez fait est tout de même enregistré.",
    wrong_route: (route, driver) => `Appartient à la tournée ${route} de ${driver}. Ne le chargez pas.`,
    elsewhere: "N’est pas de votre tournée. Rendez-le à l’entrepôt.",
    unknown: "Aucun colis n’a ce code.",
  },
  version: {
    title: "Une nouvelle version est prête",
    about: "Ce qui n’est pas encore envoyé est conservé.",
    take: "Mettre à jour",
  },
  install: {
    title: "Installer cette application",
    about: "Elle s’ouvre depuis l’écran d’accueil, aussi sans connexion.",
    by_hand: "Dans le menu du navigateur, choisissez « Ajouter à l’écran d’accueil ».",
    install: "Installer",
  },
  colours: { label: "Couleurs", auto: "Comme l’appareil", light: "Clair", dark: "Sombre" },
  console: "Ouvrir la console",
  sign_out: "Se déconnecter",
  sign_out_title: "Se déconnecter ?",
  sign_out_waiting: (n) =>
    plural(n, {
      one: "# élément n’est pas encore envoyé. Il reste sur cet appareil et part quand vous vous reconnectez ici.",
      other:
        "# éléments ne sont pas encore envoyés. Ils restent sur cet appareil et partent quand vous vous reconnectez ici.",
    }),
  sign_out_refused: (n) =>
    plural(n, {
      one: "# élément n’a pas été accepté et a encore besoin de vous.",
      other: "# éléments n’ont pas été acceptés et ont encore besoin de vous.",
    }),
  still_signed_in: "Vous êtes encore connecté à votre compte : il n’y a pas de réseau.",
  camera: {
    scan: "Lire avec l’appareil photo",
    title: "Lire un code",
    aim: "Tenez le code dans le cadre.",
    denied:
      "L’appareil photo n’est pas autorisé. Autorisez-le dans les réglages du navigateur, ou tapez le code.",
    none: "Cet appareil ne donne pas de caméra au navigateur. Tapez le code.",
    light: "Lumière",
  },
};
