import { createPlural } from "../../../../language/plural.ts";
import type { messages as en } from "./en.ts";

const plural = createPlural("pt");

export const manifest = {
  Customers: "Clientes",
  "Who sends with you, and which prices they see.": "Quem envia com você e quais preços vê.",
  "Customer templates": "Modelos de cliente",
  "Initial settings of customers who register through an app.":
    "Configuração inicial dos clientes que se cadastram por um aplicativo.",
};

export const messages: typeof en = {
  title: "Clientes",
  noun: "clientes",
  find: "Buscar um cliente",
  find_about: "Nome, código ou e-mail",
  create: "Novo cliente",
  none: "Nenhum cliente ainda",
  no_match: "Nenhum cliente corresponde",
  customer: "Cliente",
  tier: "Nível",
  tiers: { standard: "Padrão" },
  state: "Situação",
  states: { active: "Ativo", disabled: "Desativado" },
  save: "Salvar",
  create_submit: "Criar cliente",
  saved: "Salvo.",
  name: "Nome",
  email: "E-mail",
  phone: "Telefone",
  as_in_settings: "Como nas configurações",
  invite: "Convidar para entrar com este e-mail",
  active: "Ativo",
  terms: {
    prices: "Preços",
    all_shown: "Todos visíveis",
    hidden_count: (n) => plural(n, { one: "# oculto", other: "# ocultos" }),
    credit: "Crédito",
    price_list: "Tabela de preços",
    by_tier: "Pelo nível, ou a padrão",
    none: "Nenhuma",
    hidden: "Preços ocultos",
    credit_limit: "Limite de crédito",
    proofs: "Comprovantes de entrega exigidos",
    proofs_about: "Além dos que todas as suas entregas exigem.",
  },
  templates: {
    title: "Modelos de cliente",
    heading: "Modelos",
    create: "Novo modelo",
    none: "Nenhum modelo ainda",
    none_about: "Quem se cadastra por um aplicativo começa como qualquer cliente novo.",
    template: "Modelo",
    is_default: "Padrão",
    used_by: "Usado por",
    apps_without: "Aplicativos sem modelo escolhido",
    and_apps_without: "aplicativos sem modelo escolhido",
    no_app: "Nenhum aplicativo",
    create_submit: "Criar modelo",
    saved: "Salvo. Os clientes existentes não mudam.",
    set_default: "Modelo padrão",
    set_default_about: "Para aplicativos sem modelo escolhido. Substitui o padrão atual.",
    deleted: "O modelo foi excluído.",
    in_use: (n, apps) =>
      `Não pode ser excluído enquanto ${apps} ${plural(n, { one: "cria", other: "criam" })} clientes a partir dele. Escolha outro em Aplicativos primeiro.`,
    ask_delete: "Excluir este modelo…",
    delete_title: (name) => `Excluir ${name}?`,
    delete_about: "Clientes criados a partir dele continuam como estão.",
    keep: "Manter",
    delete: "Excluir",
  },
};
