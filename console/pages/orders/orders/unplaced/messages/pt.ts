import { createPlural } from "../../../../../language/plural.ts";
import type { messages as en } from "./en.ts";

const plural = createPlural("pt");

export const messages: typeof en = {
  about: (addresses, orders) =>
    `${plural(addresses, { one: "# endereço", other: "# endereços" })}, ${orders}`,
  orders: (n) => plural(n, { one: "# pedido", other: "# pedidos" }),
  orders_of: (n) =>
    plural(n, {
      one: "# pedido que não pode ser planejado",
      other: "# pedidos que não podem ser planejados",
    }),
  list: "Endereços sem posição",
  first_day: (day) => `desde ${day}`,
  none: "Todos os endereços têm posição",
  none_about:
    "Todos os pedidos de hoje em diante podem ser planejados. Um endereço que ninguém encontra aparece aqui.",
  more: "Há mais endereços do que os mostrados. Eles aparecem quando estes forem marcados.",
  map: "Onde fica este endereço",
  here: "A posição deste endereço",
  candidates: "Pode ser um destes",
  no_candidates:
    "Nem a agenda nem pedidos anteriores o conhecem. Clique no mapa onde ele fica ou arraste o marcador.",
  geocoder_away: "O geocodificador está fora do ar no momento.",
  source: { entry: "Agenda", history: "Pedido anterior", geocoder: "Geocodificador" },
  use: (n, label) => `Usar ${n}: ${label}`,
  position: (at) => `Posição: ${at}`,
  choose: "Escolha uma sugestão ou clique no mapa.",
  will_place: (n) =>
    plural(n, { one: "# pedido recebe esta posição.", other: "# pedidos recebem esta posição." }),
  will_not: (n) =>
    plural(n, { one: "# pedido continua como está:", other: "# pedidos continuam como estão:" }),
  none_possible: "Nenhum pedido a receberia.",
  remember: "Guardar na agenda de endereços",
  remember_about: "Os próximos pedidos para este endereço já a terão.",
  place: (n) => plural(n, { one: "Marcar # pedido", other: "Marcar # pedidos" }),
  skip: "Próximo endereço",
  previous: "Endereço anterior",
  placed: (n) => plural(n, { one: "# pedido foi marcado.", other: "# pedidos foram marcados." }),
  placed_not_remembered: (why) => `Os pedidos foram marcados, mas a agenda não aceitou o endereço: ${why}`,
  not_placed: "O endereço não foi marcado",
  wrong_address: "O próprio endereço está errado?",
  open_order: "Abrir o pedido",
};
