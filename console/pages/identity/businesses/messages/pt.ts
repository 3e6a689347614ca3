import type { messages as en } from "./en.ts";

export const manifest = {
  Businesses: "Empresas",
};

export const messages: typeof en = {
  title: "Empresas",
  about: "Empresas desta instalação e o que a plataforma permite que usem.",
  create: "Nova empresa",
  create_submit: "Criar empresa",
  created: "A empresa foi criada; o administrador é convidado por e-mail.",
  awaits: "Nenhum administrador escolheu a senha ainda, por isso ninguém consegue entrar.",
  none: "Ainda não há empresas",
  business: "Empresa",
  state: "Situação",
  accounts: "Contas",
  since: "Desde",
  statuses: {
    active: "Ativa",
    suspended: "Suspensa",
    closed: "Encerrada",
  },
  saved: "Salvo.",
  done: "Feito.",
  code: "Código",
  currency: "Moeda",
  gates: "Liberações",
  gates_about: "Uma liberação fechada prevalece sobre a opção da própria empresa.",
  gate: {
    on: "Aberta e ligada",
    off: "Aberta, desligada pela empresa",
    closed: "Fechada",
  },
  modules: "Módulos",
  suspend: "Suspender esta empresa",
  activate: "Ativar esta empresa",
  name: "Nome",
  time_zone: "Fuso horário",
  admin: "Administrador",
  admin_email: "E-mail do administrador",
};
