import { createPlural } from "../../../../language/plural.ts";
import type { messages as en } from "./en.ts";

const plural = createPlural("pt");
const exceptions = (n: number) => plural(n, { one: "# exceção", other: "# exceções" });

export const manifest = {
  Exceptions: "Exceções",
  "From when on something needs a person.": "A partir de quando algo precisa de uma pessoa.",
  "My exceptions": "Minhas exceções",
  "Snoozed exceptions": "Exceções adiadas",
  "Decisions about exceptions": "Decisões sobre exceções",
};

export const messages: typeof en = {
  whose: {
    label: "Exceções de quem",
    all: "De todos",
    me: "Minhas",
    nobody: "De ninguém",
    of: (name) => `De ${name}`,
    none: {
      me: "Nada é seu",
      nobody: "Alguém cuida de cada uma delas",
      other: (name) => `${name} não tem nada para tratar`,
    },
    none_about: "Assuma uma exceção com i, ou passe-a a alguém com a.",
    show_all: (n) => `Mostrar todas: ${exceptions(n)}`,
  },
  assign: {
    handled_by: "Tratada por",
    nobody: "Ninguém",
    you: "você",
    take: "Assumir",
    assign: "Atribuir",
    title: "Quem cuida dela?",
    title_many: (n) => `Quem cuida de ${exceptions(n)}?`,
    find: "Encontrar uma pessoa",
    open: (n) => plural(n, { one: "# aberta", other: "# abertas" }),
    no_match: "Ninguém corresponde.",
    to_nobody: "Ninguém: retirar de quem a tem",
    assigned: (name) => `Agora ${name} cuida dela.`,
    assigned_many: (n, name) => `Agora ${name} cuida de ${exceptions(n)}.`,
    freed: (n) =>
      plural(n, { one: "Agora ninguém cuida dela.", other: "Agora ninguém cuida de # exceções." }),
    left_out: (n) =>
      plural(n, {
        one: "# terminou ou foi decidida nesse meio-tempo.",
        other: "# terminaram ou foram decididas nesse meio-tempo.",
      }),
    only_theirs: (name) => `Só as exceções de ${name}`,
  },
  keys: {
    next: "Próxima exceção",
    previous: "Exceção anterior",
    snooze: "Adiar",
    nothing: "Nada a fazer",
    mine: "Só as minhas, ou de todos",
    line: "j k próxima e anterior · 1–3 ações · i assumir · a atribuir · m só as minhas · s adiar · d nada a fazer · Enter abrir",
  },
};
