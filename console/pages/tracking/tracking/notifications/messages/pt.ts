import type { messages as english } from "./en.ts";

export const messages: typeof english = {
  title: "Notificações",
  about: "O que você recebe sobre esta encomenda e as próximas.",
  sms: "Mensagens de texto",
  email: "Correio eletrônico",
  push: "Neste navegador",
  push_about: "Sobre esta encomenda, mesmo com esta página fechada.",
  push_denied: "Este navegador não permite mensagens desta página. Isso se muda nas configurações dele.",
  language: "Idioma das notificações",
  saved: "Salvo.",
  failed: "Não foi salvo",
  choose: {
    title: "Parar as notificações para este endereço?",
    submit: "Parar as notificações",
    stopped: (address: string) => `Não enviaremos mais notificações para ${address}.`,
    again: "Voltar a receber",
    received: (address: string) => `As notificações para ${address} voltaram.`,
    failed: "Não funcionou. Abra de novo o link da mensagem.",
  },
};
