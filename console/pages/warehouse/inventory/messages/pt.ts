import { createPlural } from "../../../../language/plural.ts";
import type { messages as en } from "./en.ts";

const plural = createPlural("pt");

export const manifest = {
  Stock: "Estoque",
};

export const messages: typeof en = {
  title: "Estoque",
  find: "Buscar no estoque",
  find_about: "SKU, nome, pacote, lote ou posição; uma leitura também encontra",
  warehouse: "Armazém",
  all_warehouses: "Todos os armazéns",
  as_of: "Em",
  now: "Agora",
  none: "Não há estoque aqui",
  none_about: "Receba mercadoria, e ela aparece aqui.",
  none_then: "Nada disso estava em estoque nesse momento.",
  no_match: "Nada corresponde.",
  article: "Artigo ou pacote",
  bin: "Posição",
  qty: "Peças",
  lot: "Lote",
  expires: "Vence em",
  owner: "Dono",
  own_goods: "Mercadoria própria",
  held: "Reservado",
  damaged: "Danificado",
  pieces: (n) => plural(n, { one: "# peça", other: "# peças" }),
  packages: (n) => plural(n, { one: "# pacote", other: "# pacotes" }),
  in_bins: (n) => plural(n, { one: "em # posição", other: "em # posições" }),
  lines: "linhas",
  past: (when) => `Como estava em ${when}. Nomes e reservas são os de agora.`,
  movements: "Movimentos",
  movements_of: (what) => `Movimentos de ${what}`,
  no_movements: "Não há movimento.",
  from_to: (from, to) => `${from} → ${to}`,
  outside: "fora",
  reasons: {
    received: "Recebido",
    put_away: "Guardado",
    moved: "Movido",
    issued: "Retirado",
    rolled_back: "Desfeito",
    counted: "Contado",
    found: "Encontrado",
    lost: "Perdido",
    damaged: "Danificado",
    expired: "Vencido",
    disposed: "Descartado",
    corrected: "Corrigido",
  },
};
