import { createPlural } from "../../../../language/plural.ts";
import { rich } from "../../../../language/rich.ts";
import type { messages as en } from "./en.ts";

const plural = createPlural("fr");

export const messages: typeof en = {
  frame: {
    home: "Suivi de colis",
    light: "Couleurs claires",
    dark: "Couleurs sombres",
    tracked_with: "Suivi avec Packhorse",
    developers: "Pour les développeurs : essai d’événements",
  },
  ask: {
    title: "Où est mon colis ?",
    about: "Le numéro de suivi figure dans le message que vous avez reçu et sur l’étiquette.",
    number: "Numéro de suivi",
    submit: "Suivre",
  },
  title: (number) => `Suivi de ${number}`,
  unknown: {
    title: "Nous ne connaissons pas ce numéro",
    text: (number) =>
      rich`Aucun colis ne porte le numéro ${number}. Comparez-le au message reçu : une lettre ou un chiffre peut être faux. Les nouveaux colis apparaissent dès que l’expéditeur les a enregistrés.`,
    again: "Essayer un autre numéro",
  },
  link: {
    expired: "Ce lien a expiré",
    expired_text:
      "Les liens ne sont valables qu’un temps. Demandez-en un autre à la personne qui vous l’a envoyé.",
    revoked: "Ce lien a été révoqué",
    revoked_text:
      "La personne qui l’a créé y a mis fin. Demandez-lui-en un autre si vous en avez encore besoin.",
    unknown: "Nous ne connaissons pas ce lien",
    unknown_text:
      "Il en manque peut-être une partie. Rouvrez-le depuis le message reçu ou demandez-en un autre.",
    without: "Suivre sans le lien",
    until: (moment) => `Cette page est partagée avec vous jusqu’au ${moment}.`,
  },
  refresh: "Actualiser",
  redirected: (old, now) => rich`Ce colis a été réexpédié : ${old} est désormais ${now}.`,
  history: "Historique",
  driver: "Le chauffeur",
  driver_approximate: "Le chauffeur, position approximative",
  driver_seen: (ago) => `Position du chauffeur : ${ago}.`,
  approximate: "Les positions sont approximatives.",
  facts: {
    delivered_in: "Livré à",
    going_to: "Destination",
    planned_for: "Prévu le",
    between: "Créneau",
    parcels: "Colis",
    attempts: "Tentatives",
  },
  proofs: {
    title: "Preuve de livraison",
    picture: (kind) => `${kind}, à la livraison`,
    kinds: {
      photo: "Photo",
      signature: "Signature",
      pin: "Code PIN",
      barcode: "Code-barres",
      id_check: "Contrôle d’identité",
      document: "Document",
      geofence: "Position",
    },
  },
  headline: {
    expected: (moment) => `Arrivée prévue vers ${moment}.`,
    planned_today: "Livraison prévue aujourd’hui.",
    planned_on: (day) => `Livraison prévue le ${day}.`,
    delivered: "Livré",
    delivered_today: (time) => `Livré aujourd’hui à ${time}.`,
    delivered_on: (moment) => `Livré le ${moment}.`,
    next: "Vous êtes le prochain arrêt",
    next_text: "Le chauffeur est en route vers chez vous.",
    almost: "Bientôt chez vous",
    out: "En cours de livraison",
    on_board: "Votre colis est à bord du véhicule.",
    stops_before: (stops) =>
      plural(stops, {
        one: "Le chauffeur fait un arrêt avant le vôtre.",
        other: "Le chauffeur fait # arrêts avant le vôtre.",
      }),
    arrived: "Le chauffeur est devant chez vous",
    arrived_text: "Préparez-vous à recevoir votre colis.",
    collect: "Prêt à être retiré",
    collect_text: "Votre colis vous attend au point de retrait.",
    missed: "Nous vous avons manqué",
    missed_text: "Le chauffeur est passé mais n’a pas pu remettre le colis. Nous essaierons de nouveau.",
    delayed: "Il y a un retard",
    delayed_text: "Un imprévu est survenu. Nous nous en occupons.",
    held: "En attente",
    held_text: "L’expéditeur nous a demandé d’attendre avant de livrer.",
    rejected: "Livraison refusée",
    rejected_text: "Le colis n’a pas été accepté à la livraison.",
    cancelled: "Annulé",
    cancelled_text: "Cette livraison n’aura pas lieu.",
    returning: "En retour",
    returning_text: "Le colis retourne à son expéditeur.",
    returned: "Retourné",
    returned_text: "Le colis est revenu chez son expéditeur.",
    announced: "Nous attendons votre colis",
    planned: "Livraison prévue",
    moving: "En chemin",
  },
  watch: {
    label: "Messages au sujet de ce colis",
    title: "M’avertir des changements",
    email: "Adresse e-mail",
    email_example: "vous@exemple.fr",
    send: "Envoyer un code",
    about:
      "Vous recevez d’abord un code, afin que personne d’autre ne puisse vous faire envoyer des messages.",
    not_sent: "Aucun code n’a été envoyé",
    sent: (email) => `Nous avons envoyé un code à ${email}.`,
    code_title: "Saisissez le code",
    code_text: (email) =>
      rich`Nous avons envoyé six chiffres à ${email}. Ils sont valables 15 minutes. Si rien n’arrive, l’adresse suit peut-être déjà ce colis.`,
    code_refused: "Le code n’a pas été accepté",
    code: "Code",
    confirm: "Confirmer",
    again: "Une autre adresse ou un autre code",
    confirmed: "Votre adresse est confirmée.",
    done: "Nous vous avertirons",
    done_text: (email) =>
      `${email} reçoit un message à chaque changement de statut. Chaque message contient un lien pour les arrêter.`,
  },
  stop: {
    title: "Arrêter les messages au sujet de ce colis ?",
    submit: "Arrêter les messages",
    done: "Vous ne recevrez plus de messages",
    failed: "Cela n’a pas fonctionné. Rouvrez le lien du message.",
  },
};
