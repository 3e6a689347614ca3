import type { messages as en } from "./en.ts";

export const manifest = {
  Skills: "Habilitações",
  "What drivers and vehicles can do that orders need.":
    "O que motoristas e veículos podem fazer e os pedidos exigem.",
};

export const messages: typeof en = {
  title: "Habilitações",
  deleted: "A habilitação foi excluída.",
  create: "Nova habilitação",
  create_submit: "Criar habilitação",
  created: "A habilitação foi criada.",
  none: "Ainda não há habilitações",
  none_about: "Um pedido que exige uma só vai para motoristas e veículos que a têm.",
  until: (day) => `Até ${day}`,
  delete: (name) => `Excluir ${name}`,
  name: "Nome",
  code: "Código",
  code_about: "Letras minúsculas, dígitos, - e _; é o nome usado nos pedidos.",
  who: "Quem a tem",
  kinds: {
    driver: "Motorista",
    vehicle: "Veículo",
  },
  kinds_of: {
    driver: "Motoristas",
    vehicle: "Veículos",
  },
};
