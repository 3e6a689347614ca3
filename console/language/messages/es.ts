import type { messages as en } from "./en.ts";

export const messages: typeof en = {
  times: {
    none: "–",
    any_time: "A cualquier hora",
    after: (start) => `Después de ${start}`,
    before: (end) => `Antes de ${end}`,
    between: (start, end) => `${start}–${end}`,
    exact: (at, zone) => `${at} (${zone})`,
    never: "nunca",
    just_now: "ahora mismo",
    today: "Hoy",
    minutes: (n) => `${n} min`,
    hours: (h, m) => `${h} h ${m}`,
  },
  states: {
    loading: "Cargando",
    no_connection: "Sin conexión",
    forbidden: "No disponible para esta cuenta",
    not_found: "No encontrado",
    not_loaded: "No se pudo cargar",
    request: (id) => `Solicitud ${id}`,
    try_again: "Reintentar",
    unreachable: "No se puede acceder al servicio.",
  },
  dropped: {
    about: "No se reconoce, así que se muestra sin:",
    close: "Cerrar el aviso",
  },
  language: "Idioma",
};
