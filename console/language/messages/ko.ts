import type { messages as en } from "./en.ts";

export const messages: typeof en = {
  times: {
    none: "–",
    any_time: "시간 무관",
    after: (start) => `${start} 이후`,
    before: (end) => `${end} 이전`,
    between: (start, end) => `${start}~${end}`,
    exact: (at, zone) => `${at} (${zone})`,
    never: "없음",
    just_now: "방금",
    today: "오늘",
    minutes: (n) => `${n}분`,
    hours: (h, m) => `${h}시간 ${m}분`,
  },
  states: {
    loading: "불러오는 중",
    no_connection: "연결되지 않음",
    forbidden: "이 계정으로는 볼 수 없습니다",
    not_found: "찾을 수 없음",
    not_loaded: "불러오지 못했습니다",
    request: (id) => `요청 ${id}`,
    try_again: "다시 시도",
    unreachable: "서비스에 연결할 수 없습니다.",
  },
  dropped: {
    about: "알 수 없는 조건이라 다음을 빼고 표시합니다:",
    close: "알림 닫기",
  },
  language: "언어",
};
