import type { messages as en } from "./en.ts";

export const messages: typeof en = {
  title: "Entregue o convite",
  about: (email) =>
    `Não há servidor de e-mail configurado, por isso este convite não foi enviado. Entregue você mesmo o link a ${email}: quem o abrir escolhe a senha.`,
  link: "Link do convite",
  until: (moment) => `Funciona uma vez, até ${moment}. Um novo convite invalida este link.`,
  copy: "Copiar link",
  done: "Concluir",
  saved: "Salvo. Entregue você mesmo o link do convite.",
  sent: (email) => `O convite está a caminho de ${email}.`,
  again: "Convidar de novo",
  again_to: (email) => `Convidar ${email} de novo`,
  waiting: "Convidado, ainda sem senha.",
};
