import { createPlural } from "../../../../language/plural.ts";
import type { messages as en } from "./en.ts";

const plural = createPlural("pt");

export const manifest = {
  "Event playground": "Laboratório de eventos",
  "Validate a tracking document": "Validar um documento de rastreamento",
};

export const messages: typeof en = {
  brand: "Laboratório de eventos",
  title: "Eventos de rastreamento na prática",
  about:
    "O validador, a linha do tempo e os catorze formatos de saída do Open Tracking Event Protocol. Nada do que você cola é armazenado.",
  modes: "O que experimentar",
  document_mode: "Um documento",
  number_mode: "Um número de rastreamento",
  document: "Documento",
  view: "O que ele diz",
  timeline: "Linha do tempo",
  schemes: {
    package_id: "Pacote",
    grai: "Ativo retornável (GRAI)",
    giai: "Ativo (GIAI)",
    uld: "Contêiner aéreo",
    container: "Contêiner",
    uri: "Endereço na web",
    tracking_number: "Número de rastreamento",
    parcel_id: "Pacote",
    order_id: "Pedido",
    rental_id: "Aluguel de armário",
    sscc: "SSCC",
  },
  number: {
    label: "Número de rastreamento",
    show: "Mostrar",
    any: "Qualquer número de rastreamento",
    any_about: "Aqui aparece o que qualquer pessoa pode ler: cidades em vez de ruas, e nenhum nome.",
    unknown: "Não conhecemos este número",
    command: "comando",
  },
  editor: {
    label: "Documento, JSON",
    example: "Exemplo",
    own: "O seu",
    open: "Abrir um arquivo",
    link: "Link",
    broken_json: "O JSON está quebrado aqui.",
    paste:
      "Cole uma linha do tempo, um evento, uma lista de eventos, CloudEvents, EPCIS 2.0 ou um evento por linha.",
    too_long: "O documento é longo demais para um link. Envie-o como arquivo.",
    no_link: "Nenhum link",
    link_copied: "O link com este documento foi copiado.",
    link_in_address: "O endereço desta página agora contém o documento.",
  },
  examples: {
    timeline: "Linha do tempo",
    epcis: "GS1 EPCIS 2.0",
    cloudevents: "CloudEvents",
    lines: "Um evento por linha (NDJSON)",
    cooled: "Pacote refrigerado, 180 leituras",
    broken: "Documento quebrado",
  },
  other_formats: "Outros formatos",
  one_of: (n) => plural(n, { one: "Um de # objeto", other: "Um de # objetos" }),
  left_out: (n) =>
    plural(n, {
      one: "# evento tem erros e fica de fora.",
      other: "# eventos têm erros e ficam de fora.",
    }),
  no_timeline: "Nenhuma linha do tempo ainda",
  no_timeline_about: "Ela aparece assim que o documento tem um evento sem erros.",
  format: {
    label: "Formato",
    names: {
      otep: "Linha do tempo OTEP",
      otlp: "Traces do OpenTelemetry",
      aggregator: "Agregador de rastreamento",
      storefront_a: "Loja A",
      shipping_marketplace: "Marketplace de fretes",
      marketplace_a: "Marketplace A",
      storefront_b: "Loja B",
      storefront_c: "Loja C",
      storefront_d: "Loja D",
      marketplace_b: "Marketplace B",
    },
    lossless: "Nada se perde neste formato.",
    lost: (n) =>
      plural(n, {
        one: "# evento não pode ser expresso neste formato",
        other: "# eventos não podem ser expressos neste formato",
      }),
    lost_of: (n, total) =>
      plural(n, {
        one: `# evento de ${total} não pode ser expresso neste formato`,
        other: `# eventos de ${total} não podem ser expressos neste formato`,
      }),
    copy: "Copiar",
    copied: "Copiado",
    as: (format) => `O documento como ${format}`,
  },
  result: {
    label: "Resultado da validação",
    levels: ["Não está em conformidade", "Em conformidade, nível 1", "Em conformidade, nível 2"],
    not_json: "Isto não é JSON",
    errors: (n) => plural(n, { one: "# erro", other: "# erros" }),
    warnings: (n) => plural(n, { one: "# aviso", other: "# avisos" }),
    events: (n) => plural(n, { one: "# evento", other: "# eventos" }),
    subjects: (n) => plural(n, { one: "# objeto", other: "# objetos" }),
    about: (events, subjects) => `${events} sobre ${subjects}`,
    findings: "Resultados",
    error: "erro",
    warning: "aviso",
    line: (n) => `Linha ${n}`,
    more: (n) => plural(n, { one: "e mais # resultado", other: "e mais # resultados" }),
  },
};
