import { createPlural } from "../../../language/plural.ts";
import type { messages as en } from "./en.ts";

const plural = createPlural("pt");

export const messages: typeof en = {
  shown: (n, of, noun) => (n === of ? `${of} ${noun}` : `${n} de ${of} ${noun}`),
  no_match: "Nada corresponde",
  no_match_about: "Mude a busca ou um filtro.",
  rows: "linhas",
  select: (name) => `Selecionar ${name}`,
  select_all: (n, noun) => `Selecionar todos: ${n} ${noun}`,
  edit: {
    label: (column, name) => `${column} de ${name}`,
    change: (column, name) => `Alterar ${column} de ${name}`,
    not_saved: "Não foi salvo",
  },
  head_keys: "Ordenar. Alt e uma seta movem a coluna, Shift e uma seta mudam a largura.",
  columns: {
    title: "Colunas",
    actions: "Ações",
    left: (column) => `Mover ${column} para a esquerda`,
    right: (column) => `Mover ${column} para a direita`,
    reset: "Restaurar colunas",
  },
  filters: {
    set: "Filtros ativos",
    remove: (filter) => `Remover o filtro ${filter}`,
    clear: "Limpar",
  },
  exported: {
    title: "Exportar",
    csv: "CSV",
    xlsx: "Excel",
    print: "Imprimir",
    reading: "Lendo a lista",
    progress: (done, of) => `${done} de ${of}`,
    rows_read: "Linhas lidas",
    cancel: "Cancelar",
    failed: "A lista não foi exportada",
    first_printed: (n) =>
      plural(n, {
        one: "Só a primeira linha é impressa. Filtre a lista para imprimir outras.",
        other: "Só as primeiras # linhas são impressas. Filtre a lista para imprimir outras.",
      }),
  },
  parts: {
    progress: (done, of) => `${done} de ${of}`,
    stop: "Parar",
  },
  views: {
    title: (view) => `Visão: ${view}`,
    own: "Suas visões",
    shared: "Compartilhadas por outros",
    by: (name) => `De ${name}`,
    default_view: "Padrão",
    changed: "alterada",
    save: "Salvar alterações",
    save_as: "Salvar como nova visão",
    edit: "Nome e compartilhamento",
    make_default: "Abrir a lista com ela",
    no_default: "Não abrir a lista com ela",
    remove: "Excluir esta visão",
    name: "Nome",
    share: "Compartilhar com a equipe",
    share_about: "A equipe pode usá-la. Só você e os administradores podem alterá-la.",
    is_default: "Abrir a lista com ela",
    saved: "A visão foi salva.",
    removed: "A visão foi excluída.",
    confirm: "Salvar visão",
  },
};
