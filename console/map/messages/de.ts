import { createPlural } from "../../language/plural.ts";
import type { messages as en } from "./en.ts";

const plural = createPlural("de");

export const messages: typeof en = {
  not_drawn: "Dieser Browser kann keine Karten zeichnen: Ihm fehlt WebGL 2. Die Orte stehen in einer Liste.",
  show_all: (n) => plural(n, { one: "# Ort anzeigen", other: "Alle # Orte anzeigen" }),
  position: "Position",
  position_form: "Breite und Länge in Grad",
  use_position: "Diese Position verwenden",
};
