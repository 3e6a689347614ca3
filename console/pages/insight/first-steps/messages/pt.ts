import type { messages as en } from "./en.ts";

export const manifest = { "First steps": "Primeiros passos" };

export const messages: typeof en = {
  about: "De uma empresa nova à primeira rota na rua.",
  all_done: "Todos concluídos.",
  some_done: (n, of) => `${n} de ${of} concluídos`,
  title: (n, of) => `Primeiros passos (${n} de ${of})`,
  done: "Concluído",
  not_done: "Pendente",
  open: "Abrir",
  start: "Começar",
  act: (action, step) => `${action}: ${step}`,
  dismiss: "Dispensar",
  dismiss_about: "Eles continuam em Configurações, Primeiros passos.",
  steps: {
    warehouse: {
      label: "Cadastre seu armazém",
      about: "Onde ficam as mercadorias e começam as rotas, com o endereço.",
    },
    drivers: {
      label: "Cadastre motoristas",
      about: "Cada um com um veículo e o que ele leva; eles entram no aplicativo do motorista.",
    },
    orders: { label: "Inclua os primeiros pedidos", about: "Um por um, ou um arquivo com muitos." },
    plan: {
      label: "Planeje um dia",
      about: "Os pedidos viram rotas. Nada muda até você confirmar o plano.",
    },
    release: { label: "Libere uma rota", about: "O motorista a vê no aplicativo e pode começar." },
  },
};
