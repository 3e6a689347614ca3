import { createPlural } from "../../../language/plural.ts";
import type { messages as en } from "./en.ts";

const plural = createPlural("pt");
const spans = (n: number) => plural(n, { one: "# span", other: "# spans" });

export const messages: typeof en = {
  none: "Nenhum span",
  none_about: "O documento não tem nenhum span com ids e início.",
  trace: "Trace",
  one_of: (n) => `Um de ${plural(n, { one: "# trace", other: "# traces" })}`,
  over: (n, duration) => `${spans(n)} em ${duration}`,
  at_once: (n) => `${spans(n)} em um só momento`,
  errors: (n) => plural(n, { one: "# erro", other: "# erros" }),
  services: "Serviços",
  no_service: "Sem serviço",
  spans: "Spans",
  span: "Span",
  start: "Início",
  end: "Fim",
  length: "Duração",
  bar: "Barra",
  unfold: "Expandir",
  fold: "Recolher",
  error: "Erro",
  ok: "OK",
  show_all: (n) => plural(n, { one: "Mostrar # span", other: "Mostrar todos os # spans" }),
  event_count: (n) => plural(n, { one: "# evento", other: "# eventos" }),
  event_after: (name, duration) => `${name}, depois de ${duration}`,
  after: (duration) => `depois de ${duration}`,
  chosen: "O span escolhido",
  service: "Serviço",
  kind: "Tipo",
  kinds: {
    internal: "Interno",
    server: "Servidor",
    client: "Cliente",
    producer: "Produtor",
    consumer: "Consumidor",
  },
  parent: "Abaixo de",
  scope: "Escopo",
  attributes: "Atributos",
  no_attributes: "Sem atributos",
  events: "Eventos",
};
