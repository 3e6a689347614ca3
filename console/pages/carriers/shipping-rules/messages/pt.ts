import { createPlural } from "../../../../language/plural.ts";
import type { messages as en } from "./en.ts";

const plural = createPlural("pt");
const labels = (n: number) => plural(n, { one: "# etiqueta", other: "# etiquetas" });

export const manifest = {
  "Shipping rules": "Regras de envio",
  "Which carrier and service a label is bought with. The first rule that fits, and for which a carrier offers a rate, decides.":
    "Com qual transportadora e serviço uma etiqueta é comprada. Decide a primeira regra que serve e para a qual uma transportadora oferece um preço.",
};

export const messages: typeof en = {
  title: "Regras em ordem",
  add: "Adicionar regra",
  save: "Salvar",
  saved: "As regras foram salvas. Novas etiquetas as seguem.",
  discard: "Descartar",
  not_saved: "As regras não foram salvas",
  unsaved: "Ainda não salvo: as etiquetas seguem as regras salvas até você salvar.",
  changed_elsewhere: "Outra pessoa salvou outras regras. Descarte suas alterações para vê-las.",
  none: "Nenhuma regra ainda",
  none_about: "Sem regras, as etiquetas são compradas pelo menor preço entre todas as transportadoras.",
  off: "Desligada",
  enable: (name) => `Usar a regra ${name}`,
  edit: (name) => `Editar ${name}`,
  delete: (name) => `Excluir ${name}`,
  move_up: (name) => `Mover ${name} para cima`,
  move_down: (name) => `Mover ${name} para baixo`,
  move: (name, position, of) => `Mover ${name}: ${position} de ${of}`,
  drag: "Arraste, ou use as setas do teclado",
  moved: (name, position, of) => `${name} agora é a ${position} de ${of}.`,
  otherwise: "Senão",
  otherwise_about: "Onde nenhuma regra decide: o menor preço entre todas as transportadoras",
  delete_title: (name) => `Excluir a regra ${name}?`,
  delete_about: "As etiquetas seguem as regras restantes assim que você salvar.",
  keep: "Manter",
  confirm_delete: "Excluir a regra",
  every_shipment: "Todo envio",
  when: {
    to: (places) => `para ${places}`,
    postal: (prefixes) => `CEP começa com ${prefixes}`,
    abroad: "para outro país",
    domestic: "dentro do país",
    returns: "só devoluções",
    no_returns: "sem devoluções",
    weight: (least, most) =>
      least === null ? `até ${most}` : most === null ? `a partir de ${least}` : `${least} a ${most}`,
    packages: (least, most) =>
      least === most
        ? plural(least ?? 1, { one: "exatamente # volume", other: "exatamente # volumes" })
        : least === null
          ? plural(most ?? 1, { one: "até # volume", other: "até # volumes" })
          : most === null
            ? plural(least, { one: "# volume ou mais", other: "# volumes ou mais" })
            : `${least} a ${plural(most, { one: "# volume", other: "# volumes" })}`,
    customers: (names) => `para ${names}`,
    more: (n) => `mais ${n}`,
    unknown_customer: (id) => `cliente ${id}`,
  },
  choice: {
    any_account: "qualquer conta de transportadora",
    any_service: "qualquer serviço",
    cheapest: "o mais barato",
    fastest: "o mais rápido",
    preferred: "primeiro a conta preferida",
  },
  form: {
    create: "Nova regra",
    edit: (name) => `Alterar ${name}`,
    apply: "Aplicar",
    cancel: "Cancelar",
    about: "Vale na lista de imediato, e nas etiquetas quando você salvar a lista.",
    name: "Nome",
    name_missing: "Uma regra precisa de um nome.",
    turned: "É menor que o mínimo.",
    conditions: "Quando tudo isto for verdade",
    conditions_about: "O que fica vazio não importa.",
    countries: "País de destino",
    any_country: "Qualquer país",
    postal: "CEP começa com",
    postal_about: "Maiúsculas, espaços e hifens não contam.",
    distance: "Destino",
    distances: { any: "Qualquer lugar", domestic: "Dentro do país", abroad: "Outro país" },
    direction: "Devoluções",
    directions: { any: "Envios e devoluções", returns: "Só devoluções", outward: "Sem devoluções" },
    weight_min: "Peso desde, kg",
    weight_max: "Peso até, kg",
    packages_min: "Volumes desde",
    packages_max: "Volumes até",
    weight_about: "De todos os volumes juntos.",
    customers: "Comprada para",
    any_customer: "Qualquer cliente, e a própria empresa",
    choice: "Comprar a etiqueta com",
    account: "Conta de transportadora",
    any_account: "Qualquer conta",
    services: "Serviços",
    any_service: "Qualquer serviço",
    services_about: "Como as transportadoras os listaram por último. Teste a conta para lê-los de novo.",
    strategy: "Dos preços que restam",
    strategies: { cheapest: "Mais barato", fastest: "Mais rápido", preferred: "Conta preferida" },
  },
  dry_run: {
    title: "Testadas em etiquetas passadas",
    calculating: "Calculando",
    about: "Com a lista como está aqui. Nada é comprado, e nenhuma transportadora é consultada.",
    days: "Etiquetas dos últimos",
    day_count: (n) => plural(n, { one: "# dia", other: "# dias" }),
    no_labels: "Nenhuma etiqueta foi comprada nesses dias",
    no_labels_about: "Escolha mais dias, ou compre etiquetas antes.",
    different: (n, of) => `${n} de ${labels(of)} teriam sido compradas de outro modo`,
    same: (of) => `Todas as ${labels(of)} teriam sido compradas do mesmo modo`,
    dearer: (amount) => `${amount} a mais no total`,
    cheaper: (amount) => `${amount} a menos no total`,
    equal: "O mesmo preço no total",
    without_price: (n) =>
      `${labels(n)} sem diferença de preço: o que mais foi oferecido não é conhecido, ou está em outra moeda.`,
    without_rule: (n) => `${labels(n)}: nenhuma regra decide, compra-se o menor preço.`,
    matched: (n) => labels(n),
    matched_different: (n) => `${n} de outro modo`,
    examples: "Compradas de outro modo",
    newest: (n) => `As ${n} mais novas`,
    instead: (was, now) => `${was} → ${now}`,
    instead_unknown: (was) => `${was} → outro preço`,
    no_rule: "nenhuma regra",
    unnamed: (id) => `Etiqueta ${id}`,
    unknown: "preço desconhecido",
  },
};
