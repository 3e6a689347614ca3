import type { messages as en } from "./en.ts";

export const messages: typeof en = {
  times: {
    none: "–",
    any_time: "A qualquer hora",
    after: (start) => `Depois de ${start}`,
    before: (end) => `Antes de ${end}`,
    between: (start, end) => `${start}–${end}`,
    exact: (at, zone) => `${at} (${zone})`,
    never: "nunca",
    just_now: "agora mesmo",
    today: "Hoje",
    minutes: (n) => `${n} min`,
    hours: (h, m) => `${h} h ${m}`,
  },
  states: {
    loading: "Carregando",
    no_connection: "Sem conexão",
    forbidden: "Não disponível para esta conta",
    not_found: "Não encontrado",
    not_loaded: "Não foi possível carregar",
    request: (id) => `Requisição ${id}`,
    try_again: "Tentar de novo",
    unreachable: "Não foi possível acessar o serviço.",
  },
  dropped: {
    about: "Não reconhecido, por isso exibido sem:",
    close: "Fechar o aviso",
  },
  language: "Idioma",
};
