/** What somebody who scans a storage order does with it, by its status. */
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
  AWAITING_INBOUND: {
    en: "Receive its packages.",
    pt: "Receba os volumes.",
  },
  PARTLY_RECEIVED: {
    en: "Receive the packages that are missing.",
    pt: "Receba os volumes que faltam.",
  },
  STORED: {
    en: "Put its packages away where they are not yet.",
    pt: "Guarde os volumes que ainda não estão no lugar.",
  },
  PARTLY_OUT: {
    en: "Some packages have left: the others stay in storage.",
    pt: "Alguns volumes já saíram: os outros continuam guardados.",
  },
  CLOSED: {
    en: "It has ended: ask in the office why this is here.",
    pt: "Já terminou: pergunte ao escritório por que isto está aqui.",
  },
  CANCELLED: {
    en: "It was cancelled: set its packages aside.",
    pt: "Foi cancelado: separe os volumes.",
  },
};
