import type { messages as en } from "./en.ts";

export const manifest = {
  Roles: "Papéis",
  "What each role of the staff may do.": "O que cada papel da equipe pode fazer.",
};

export const messages: typeof en = {
  title: "Papéis e permissões",
  permission: "Permissão",
  administrator: "Administrador",
  unset: "Funcionário sem papel",
  has: (role) => `${role}: sim`,
  has_not: (role) => `${role}: não`,
  about:
    "As permissões de uma pessoa podem ser outras que as do papel: são alteradas na página de funcionários.",
  employees: "Funcionários",
};
