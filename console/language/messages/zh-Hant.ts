import type { messages as en } from "./en.ts";

export const messages: typeof en = {
  times: {
    none: "–",
    any_time: "任何時間",
    after: (start) => `${start}之後`,
    before: (end) => `${end}之前`,
    between: (start, end) => `${start}–${end}`,
    exact: (at, zone) => `${at}（${zone}）`,
    never: "從未",
    just_now: "剛剛",
    today: "今天",
    minutes: (n) => `${n} 分鐘`,
    hours: (h, m) => `${h} 小時 ${m} 分`,
  },
  states: {
    loading: "載入中",
    no_connection: "沒有連線",
    forbidden: "此帳號無法檢視",
    not_found: "找不到",
    not_loaded: "載入失敗",
    request: (id) => `請求 ${id}`,
    try_again: "重試",
    unreachable: "無法連線至服務。",
  },
  dropped: {
    about: "無法識別，已略過下列條件：",
    close: "關閉提示",
  },
  language: "語言",
};
