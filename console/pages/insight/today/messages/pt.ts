import { createPlural } from "../../../../language/plural.ts";
import type { messages as en } from "./en.ts";

const plural = createPlural("pt");

export const manifest = { Today: "Hoje" };

export const messages: typeof en = {
  today: "Hoje",
  by_status: "Pedidos por status",
  orders: "Pedidos do dia",
  no_orders: "Nenhum pedido neste dia.",
  of: (n, all) => `${n} de ${all}`,
  figure: (label, n) => `${label}: ${n}`,
  groups: {
    unplanned: "Não planejados",
    on_routes: "Em rotas",
    out: "Saíram para entrega",
    delivered: "Entregues",
    failed: "Sem sucesso",
    exceptions: "Exceções",
    held: "Retidos",
  },
  failed_attempts: "Tentativas sem sucesso",
  at_first: (share) => `${share} entregues na primeira`,
  on_duty: "Motoristas em serviço",
  routes: (n) => `Rotas (${n})`,
  all_routes: "Todas as rotas",
  plan: "Planejar este dia",
  no_routes: "Nenhuma rota ainda.",
  route_states: {
    planned: "Não liberadas",
    released: "Liberadas",
    in_progress: "Na rua",
    finished: "Concluídas",
  },
  stops_done: "Paradas concluídas",
  stops_of: (n, all) => `${n} de ${all} paradas concluídas`,
  summary: (created, late, exceptions) =>
    `${created} recebidos neste dia · ${late} atrasados · ${plural(exceptions, { one: "# exceção aberta", other: "# exceções abertas" })}`,
  needs: "Precisa de alguém",
  all_exceptions: "Todas as exceções",
  nothing: "Nada precisa de você",
  nothing_about:
    "Tentativas sem sucesso, paradas atrasadas, rotas paradas e casos semelhantes aparecem aqui.",
  oldest: (ago) => `mais antigo ${ago}`,
};
