import type { messages as en } from "./en.ts";

export const messages: typeof en = {
  title: "O telefone do motorista ainda está enviando",
  about: (commands, moment) =>
    commands === 1
      ? `Em ${moment} o telefone ainda tinha 1 passo desta rota, como uma entrega, que não chegou aqui.`
      : `Em ${moment} o telefone ainda tinha ${commands} passos desta rota, como entregas, que não chegaram aqui.`,
  advice:
    "Se você continuar, eles contam quando chegarem, e você decide onde contradizem o que foi feito aqui.",
  wait: "Esperar",
  waiting: "Nada foi alterado: o telefone do motorista ainda está enviando.",
  go_on: "Continuar sem eles",
};
