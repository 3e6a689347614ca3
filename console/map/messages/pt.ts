import { createPlural } from "../../language/plural.ts";
import type { messages as en } from "./en.ts";

const plural = createPlural("pt");

export const messages: typeof en = {
  not_drawn: "Este navegador não consegue desenhar mapas: não tem WebGL 2. Os lugares estão em uma lista.",
  show_all: (n) => plural(n, { one: "Mostrar # lugar", other: "Mostrar todos os # lugares" }),
  position: "Posição",
  position_form: "Latitude e longitude, em graus",
  use_position: "Usar esta posição",
};
