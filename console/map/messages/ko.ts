import { createPlural } from "../../language/plural.ts";
import type { messages as en } from "./en.ts";

const plural = createPlural("ko");

export const messages: typeof en = {
  not_drawn: "이 브라우저는 WebGL 2를 지원하지 않아 지도를 표시할 수 없습니다. 장소를 목록으로 보여 줍니다.",
  show_all: (n) => plural(n, { other: "장소 #곳 모두 보기" }),
  position: "위치",
  position_form: "위도와 경도(도 단위)",
  use_position: "이 위치 사용",
};
