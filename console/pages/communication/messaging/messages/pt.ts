import { createPlural } from "../../../../language/plural.ts";
import type { messages as en } from "./en.ts";

const plural = createPlural("pt");

export const manifest = {
  Messages: "Mensagens",
  "Who sends texts and e-mail, and the delivery of each message.":
    "Quem envia SMS e e-mails, e a entrega de cada mensagem.",
};

export const messages: typeof en = {
  channels: {
    sms: "SMS",
    email: "E-mail",
  },
  securities: {
    starttls: "STARTTLS (em geral, porta 587)",
    tls: "TLS desde o início (em geral, porta 465)",
    none: "Nenhuma, para um servidor próprio",
  },
  smtp: "Servidor de e-mail próprio (SMTP)",
  mail_server: "Servidor de e-mail",
  security: "Segurança",
  port: "Porta",
  user_name: "Usuário",
  user_name_about: "Vazio, se o servidor não pedir.",
  password: "Senha",
  sender: "Remetente",
  sender_name: "Nome do remetente",
  reply_to: "Responder para",
  save: "Salvar",
  saved: "Salvo. Envie um teste para ver se funciona.",
  account: "Conta de envio",
  accounts: {
    installation: "Esta instalação, se puder",
    outbox: "Nenhuma: as mensagens ficam na caixa de saída, para testes",
  },
  who_sends: "Quem envia",
  not_sent: "Não foi enviada.",
  test_failed: "O teste falhou",
  test_kept: "Está na lista abaixo.",
  test_sent: "Veja o seu telefone ou a sua caixa de e-mail.",
  test_not_sent: "O teste não foi enviado",
  states: {
    not_set: "Não configurado",
    kept: "Guardada aqui",
    sends: "Envia",
    all: "Todas",
    queued: "Na fila",
    retrying: "Tentando de novo",
    sent: "Enviada",
    failed: "Falhou",
  },
  test: "Testar",
  test_of: (channel) => `Testar: ${channel}`,
  change: "Alterar",
  change_of: (channel) => `Alterar: ${channel}`,
  by: {
    installation: "Enviadas por esta instalação.",
    outbox: "Nada sai; o que seria enviado está na lista abaixo.",
    none: "Ninguém as envia; por isso não é possível pedir códigos.",
    sms: (sender, account) => `De ${sender}, pela conta ${account}.`,
    email: (sender, host) => `De ${sender}, por ${host}.`,
  },
  messages: "Mensagens",
  filter: "Situação das mensagens",
  empty: "Ainda não há mensagens",
  empty_filtered: "Nenhuma nesta situação",
  empty_about: "Convites, códigos e avisos aparecem aqui.",
  count: "mensagens",
  to: (channel, recipient) => `${channel} para ${recipient}`,
  stayed: "Não saiu desta instalação.",
  tries: (n) => plural(n, { one: "# tentativa", other: "# tentativas" }),
  next_try: (tries, moment) => `${tries}, a próxima ${moment}`,
  hidden: (tries) => `${tries}. Códigos e links não são exibidos.`,
  sms_api: "Conta própria (Messages API, como a Twilio)",
  sms_account: "Conta",
  token: "Token",
  sms_sender_about: "Um número como +15005550006, um nome ou um grupo de remetentes.",
  base_url: "Endereço do serviço",
  base_url_about: "Só para outro serviço com a mesma API.",
  secret: {
    never_shown: "Não é mostrado de novo.",
    kept: "Já há um guardado; vazio, fica como está.",
    kept_ending: (end) => `Já há um guardado que termina em ${end}; vazio, fica como está.`,
  },
};
