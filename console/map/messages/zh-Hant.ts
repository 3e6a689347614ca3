import { createPlural } from "../../language/plural.ts";
import type { messages as en } from "./en.ts";

const plural = createPlural("zh-Hant");

export const messages: typeof en = {
  not_drawn: "此瀏覽器不支援 WebGL 2，無法繪製地圖。地點以清單顯示。",
  show_all: (n) => plural(n, { other: "顯示全部 # 個地點" }),
  position: "位置",
  position_form: "緯度和經度（度）",
  use_position: "使用此位置",
};
