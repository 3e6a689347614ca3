import { createPlural } from "../../language/plural.ts";
import type { messages as en } from "./en.ts";

const plural = createPlural("zh-Hans");

export const messages: typeof en = {
  not_drawn: "此浏览器不支持 WebGL 2，无法绘制地图。地点以列表显示。",
  show_all: (n) => plural(n, { other: "显示全部 # 个地点" }),
  position: "位置",
  position_form: "纬度和经度（度）",
  use_position: "使用此位置",
};
