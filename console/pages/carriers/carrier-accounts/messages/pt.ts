import { createPlural } from "../../../../language/plural.ts";
import type { messages as en } from "./en.ts";

const plural = createPlural("pt");
const services = (n: number) => plural(n, { one: "# serviço", other: "# serviços" });

export const manifest = {
  "Carrier accounts": "Contas de transportadoras",
  "Where labels are bought, with which services, and what customers pay beyond the carrier's charge.":
    "Onde as etiquetas são compradas, com quais serviços, e o que os clientes pagam além da cobrança da transportadora.",
};

export const messages: typeof en = {
  title: "Contas de transportadoras",
  create: "Adicionar conta",
  add_title: "Adicionar conta de transportadora",
  edit: "Alterar",
  edit_title: (name) => `Alterar ${name}`,
  save: "Salvar",
  saved: (name) => `${name} foi salva.`,
  not_saved: "A conta não foi salva",
  test: "Testar",
  tested_good: (n) => `A transportadora aceita a conta e oferece ${services(n)}.`,
  tested_bad: "A transportadora não aceita a conta",
  kinds: {
    house: "Transportadora própria",
    gateway: "Gateway de transportadoras",
    multi: "API multitransportadora",
  },
  about_kinds: {
    gateway: "Um gateway próprio que fala a API do Karrio.",
    multi: "Um serviço que fala a API do EasyPost.",
  },
  kind: "Tipo",
  name: "Nome",
  code: "Código",
  code_about: "Tabelas de preços e regras o citam. Não muda.",
  api_key: "Chave da API",
  api_key_about: (last_four) => `Guardada: termina em ${last_four}. Deixe vazio para mantê-la.`,
  base_url: "Endereço do serviço",
  base_url_about: "Necessário para um gateway; nos outros só quando não é o usual.",
  preference: "Preferência",
  preference_about: "O menor vem primeiro quando se escolhe a transportadora preferida.",
  pickup_cut_off: "Horário-limite das coletas",
  pickup_cut_off_about:
    "Até esse horário a transportadora aceita coletas do mesmo dia. Deixe vazio se não houver.",
  services: "Serviços",
  services_about: "Todos os da transportadora quando nenhum é escolhido. Teste a conta para lê-los de novo.",
  gs1_prefix: "Prefixo GS1 da empresa",
  gs1_about: "Para o SSCC das etiquetas próprias. Sem ele, as etiquetas têm o prefixo de exemplos.",
  markups: "O que os clientes pagam além da cobrança",
  markups_about:
    "A primeira linha que serve a um serviço, quando a tabela do cliente não diz outra coisa. Sem linha os clientes não veem esta conta.",
  add_markup: "Adicionar linha",
  remove_markup: (n) => `Remover a linha ${n}`,
  markup: (n) => `Linha ${n}`,
  service: "Serviço",
  every_service: "Todos os serviços",
  percent: "Percentual",
  fixed: "Mais fixo",
  minimum: "No mínimo",
  disabled: "Desativada",
  enable: (name) => `Ativar ${name}`,
  is_enabled: (name) => `${name} está ativa.`,
  is_disabled: (name) => `${name} está desativada. As etiquetas dela ficam.`,
  never_tested: "Não testada",
  tested: (at) => `Testada ${at}`,
  failed: "O último teste falhou",
  services_count: services,
  markups_count: (n) =>
    n === 0 ? "não oferecida a clientes" : plural(n, { one: "# acréscimo", other: "# acréscimos" }),
  own_rates: "preços próprios",
  usual_rates: "preços usuais",
  none: "Nenhuma conta de transportadora",
};
