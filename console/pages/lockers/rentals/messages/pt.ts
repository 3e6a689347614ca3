import { createPlural } from "../../../../language/plural.ts";
import type { messages as en } from "./en.ts";

const plural = createPlural("pt");

export const manifest = {
  "Locker rentals": "Locações de armários",
  "Locker rental": "Locação de armário",
  Lockers: "Armários",
  "Overdue locker rentals": "Locações de armários vencidas",
  late: "atrasada",
  compartment: "compartimento",
};

export const messages: typeof en = {
  title: "Locações de armários",
  history: "O que aconteceu",
  no_event: "Ainda não há eventos",
  no_event_about: "O que o armário informar sobre esta locação aparece aqui.",
  name: (locker, compartment) => `${locker}, ${compartment}`,
  rental: "Locação",
  number: "Número",
  renter: "Locatário",
  locker: "Armário",
  place: "Local",
  compartment: "Compartimento",
  taken: "Início do uso",
  given_back: "Devolvido",
  price: "Preço",
  booked: "Reservado",
  total: (n) => plural(n, { one: "# locação", other: "# locações" }),
  found: (n) => plural(n, { one: "# locação encontrada", other: "# locações encontradas" }),
  none: "Ainda não há locações",
  none_about: "Os compartimentos locados em um armário aparecem aqui.",
  none_found: "Nenhuma locação corresponde",
  none_found_about: "Nada foi locado com estes filtros.",
  show_all: "Mostrar todas",
  list: "Locações",
  row: (id, locker) => `Locação ${id} em ${locker}`,
  count: "locações",
  code: "Código do armário",
  state: "Situação",
  any_state: "Qualquer situação",
  from: "De",
  from_label: "Locação a partir de",
  to: "Até",
  to_label: "Locação até",
  size: (compartment, size) => `compartimento ${compartment}, ${size}`,
};
