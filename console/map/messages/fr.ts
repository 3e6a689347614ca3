import { createPlural } from "../../language/plural.ts";
import type { messages as en } from "./en.ts";

const plural = createPlural("fr");

export const messages: typeof en = {
  not_drawn: "Ce navigateur ne peut pas afficher de cartes : il n’a pas WebGL 2. Les lieux sont listés.",
  show_all: (n) => plural(n, { one: "Afficher # lieu", other: "Afficher les # lieux" }),
  position: "Position",
  position_form: "Latitude et longitude, en degrés",
  use_position: "Utiliser cette position",
};
