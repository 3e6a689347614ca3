/** What somebody who scans a shipping order does with it, by its status. */
import type { Message } from "#operation/define/context.ts";
import type { Status } from "./rules.ts";

export const NEXT_STEPS: Readonly<Record<Status, Message>> = {
  PENDING: {
    en: "It is not confirmed yet: keep its packages until it is.",
    pt: "Ainda não foi confirmado: guarde os volumes até que seja.",
  },
  CONFIRMED: {
    en: "Receive its packages.",
    pt: "Receba os volumes.",
  },
  RECEIVING: {
    en: "Receive the packages that are missing.",
    pt: "Receba os volumes que faltam.",
  },
  RECEIVED: {
    en: "Measure it, then process it.",
    pt: "Meça e depois processe.",
  },
  REPRICED: {
    en: "Wait until the customer pays the difference, then process it.",
    pt: "Espere o cliente pagar a diferença e depois processe.",
  },
  PROCESSING: {
    en: "Ship it: hand it to the carrier.",
    pt: "Expeça: entregue à transportadora.",
  },
  SHIPPED: {
    en: "It has left: ask in the office why it is here.",
    pt: "Já saiu: pergunte ao escritório por que está aqui.",
  },
  DELIVERED: {
    en: "It was delivered: ask in the office why it is here.",
    pt: "Já foi entregue: pergunte ao escritório por que está aqui.",
  },
  EXCEPTION: {
    en: "Set it aside: the office decides what happens.",
    pt: "Separe: o escritório decide o que acontece.",
  },
  CANCELLED: {
    en: "It was cancelled: set it aside.",
    pt: "Foi cancelado: separe.",
  },
};
