import type { messages as en } from "./en.ts";

export const messages: typeof en = {
  times: {
    none: "–",
    any_time: "時間指定なし",
    after: (start) => `${start}以降`,
    before: (end) => `${end}まで`,
    between: (start, end) => `${start}～${end}`,
    exact: (at, zone) => `${at}（${zone}）`,
    never: "なし",
    just_now: "たった今",
    today: "今日",
    minutes: (n) => `${n} 分`,
    hours: (h, m) => `${h} 時間 ${m} 分`,
  },
  states: {
    loading: "読み込み中",
    no_connection: "接続できません",
    forbidden: "このアカウントでは表示できません",
    not_found: "見つかりません",
    not_loaded: "読み込めませんでした",
    request: (id) => `リクエスト ${id}`,
    try_again: "再試行",
    unreachable: "サービスに接続できません。",
  },
  dropped: {
    about: "認識できないため、次の条件なしで表示しています：",
    close: "お知らせを閉じる",
  },
  language: "言語",
};
