import { createPlural } from "../../language/plural.ts";

const plural = createPlural("en");

export const messages = {
  not_drawn: "This browser cannot draw maps: it has no WebGL 2. The places are listed.",
  show_all: (n: number) => plural(n, { one: "Show all # place", other: "Show all # places" }),
  position: "Position",
  position_form: "Latitude and longitude, in degrees",
  use_position: "Use this position",
};
