import { createPlural } from "../../../../language/plural.ts";
import type { messages as en } from "./en.ts";

const plural = createPlural("pt");

export const manifest = {
  "Requests of recipients": "Solicitações de destinatários",
  "to answer": "a responder",
  Recipients: "Destinatários",
  "What recipients may ask for by a link, and until when.":
    "O que os destinatários podem solicitar por um link, e até quando.",
};

export const messages: typeof en = {
  list: "Solicitações de destinatários",
  which: "Quais solicitações",
  open: "Pendentes",
  all: "Todas",
  waiting: (n) => plural(n, { one: "Uma solicitação pendente", other: "# solicitações pendentes" }),
  total: (n) => plural(n, { one: "Uma solicitação", other: "# solicitações" }),
  count: "solicitações",
  of_one_order: "Só: um pedido",
  of_recipient: "O destinatário solicitou",
  none: "Nenhum destinatário solicitou nada",
  none_waiting: "Nada espera resposta",
  none_about:
    "Os destinatários solicitam na página de rastreamento, por um link compartilhado que permita. As configurações dizem o que é oferecido.",
  allowed: (choices) => `permite: ${choices}`,
  open_settings: "Configurações de destinatários",
  choices: {
    note: "Recado ao motorista",
    day: "Outro dia",
    safe_place: "Local seguro",
    neighbour: "Vizinho",
    contact: "Mensagem para você",
  },
  another_day: (from, to) => `Outro dia: ${to} em vez de ${from}`,
  states: {
    open: "Pendente",
    applied: "Em vigor",
    accepted: "Aceita",
    declined: "Recusada",
    answered: "Respondida",
    replaced: "Substituída",
  },
  accept: "Aceitar",
  decline: "Recusar",
  answer: "Responder",
  answered_by: (name, moment) => `${name}, ${moment}`,
  day_changed: (day, name, moment) => [`Movido depois para ${day}`, name, moment].filter(Boolean).join(", "),
  answer_optional: "Resposta, se o destinatário deve saber mais",
  answer_about: "O destinatário lê na página de rastreamento.",
  done: {
    accept: "Aceita.",
    decline: "Recusada.",
    answer: "Respondida.",
  },
  settings: {
    links:
      "O destinatário vê isto na página de rastreamento somente por um link compartilhado que permita. Cada link é criado na página do seu pedido.",
    choices: "O que os destinatários podem solicitar",
    about: {
      note: "O motorista vê na parada.",
      day: "O pedido passa para esse dia. Em uma rota ainda não liberada, ele sai da rota.",
      safe_place:
        "Onde a mercadoria pode ser deixada. Não com pagamento a receber, assinatura, PIN ou conferência de identidade.",
      neighbour:
        "Quem recebe a mercadoria no lugar. Não com pagamento a receber, assinatura, PIN ou conferência de identidade.",
      contact: "Uma mensagem para você, que fica entre as exceções até ser respondida.",
    },
    modes: { off: "Desligado", confirm: "Você decide", apply: "Imediato" },
    until: "Até quando",
    until_release: "Até a rota ser liberada",
    until_hours: "Até horas antes",
    release_about: "Nada muda depois que o motorista tem a rota. Mensagens são sempre possíveis.",
    hours_about:
      "Contadas da janela do pedido, ou do início do expediente. O motorista que já tem a rota é avisado; outro dia é então sempre decidido por você.",
    hours: "Horas antes",
    days: "Dias que podem ser escolhidos",
    days_about: "A partir de amanhã.",
    save: "Salvar",
    saved: "Salvo.",
  },
};
