import type { messages as en } from "./en.ts";

export const manifest = {
  Approvals: "Aprovações",
};

export const messages: typeof en = {
  about: "Alterações propostas por um agente ou programa. Nada acontece até que alguém aprove.",
  state: "Situação",
  states: {
    pending: "Aguardando",
    approved: "Aprovada",
    executed: "Executada",
    rejected: "Rejeitada",
    execution_failed: "Falhou",
    expired: "Expirada",
  },
  none: "Nada aguarda você",
  none_here: "Nenhuma aqui",
  none_about: "As propostas de agentes aparecem aqui assim que são feitas.",
  rejected: "Rejeitada. Nada foi alterado.",
  done: (summary) => `Executada: ${summary}.`,
  refused: "Foi recusada.",
  not_possible: "Aprovada, mas não pôde ser executada",
  not_decided: "Não foi decidida",
  risks: {
    low: "Risco baixo",
    medium: "Risco médio",
    high: "Risco alto",
  },
  somebody: "Alguém",
  asked: "O que é pedido",
  hidden: "Não é exibido para você.",
  preview: "O que vai acontecer",
  preview_past: "O que teria feito",
  would_refuse: (reason) => `Seria recusada: ${reason}`,
  more: (n) => `e mais ${n}`,
  whole: "A resposta completa",
  note: "Nota para quem propôs",
  lapses: (when) => `expira ${when}`,
  reject: "Rejeitar",
  approve: "Aprovar",
  by: (name) => `por ${name}`,
  another: "outra pessoa",
  cannot: (needs) => `Você não pode aprovar esta. Ela exige: ${needs}.`,
  cannot_own: (needs) => `Você não pode aprovar esta, porque foi você que a propôs. Ela exige: ${needs}.`,
};
