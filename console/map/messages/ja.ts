import { createPlural } from "../../language/plural.ts";
import type { messages as en } from "./en.ts";

const plural = createPlural("ja");

export const messages: typeof en = {
  not_drawn:
    "このブラウザーは WebGL 2 に対応していないため、地図を表示できません。場所を一覧で表示しています。",
  show_all: (n) => plural(n, { other: "#か所をすべて表示" }),
  position: "位置",
  position_form: "緯度と経度（度）",
  use_position: "この位置を使う",
};
