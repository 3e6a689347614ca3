/** What somebody who scans a ship-out does with it, by its status. */
import type { Message } from "#operation/define/context.ts";
import type { Status } from "./rules.ts";

export const NEXT_STEPS: Readonly<Record<Status, Message>> = {
  AWAITING_PRICE: {
    en: "Leave its packages where they are: it has no price yet.",
    pt: "Deixe os volumes onde estão: ainda não tem preço.",
  },
  AWAITING_PAYMENT: {
    en: "Leave its packages where they are: it is not paid yet.",
    pt: "Deixe os volumes onde estão: ainda não foi paga.",
  },
  PAID: {
    en: "Pick its packages.",
    pt: "Separe os volumes.",
  },
  PICKING: {
    en: "Go on picking its packages, then pack them.",
    pt: "Continue a separar os volumes e depois embale-os.",
  },
  PACKED: {
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
  CANCELLED: {
    en: "It was cancelled: set it aside, and put its packages back.",
    pt: "Foi cancelada: separe-a e recoloque os volumes.",
  },
};
