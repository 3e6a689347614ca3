import { createPlural } from "../../language/plural.ts";
import type { messages as en } from "./en.ts";

const plural = createPlural("es");

export const messages: typeof en = {
  not_drawn: "Este navegador no puede dibujar mapas: no tiene WebGL 2. Los lugares se muestran en una lista.",
  show_all: (n) => plural(n, { one: "Mostrar # lugar", other: "Mostrar los # lugares" }),
  position: "Posición",
  position_form: "Latitud y longitud, en grados",
  use_position: "Usar esta posición",
};
