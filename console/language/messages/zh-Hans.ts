import type { messages as en } from "./en.ts";

export const messages: typeof en = {
  times: {
    none: "–",
    any_time: "任意时间",
    after: (start) => `${start}之后`,
    before: (end) => `${end}之前`,
    between: (start, end) => `${start}–${end}`,
    exact: (at, zone) => `${at}（${zone}）`,
    never: "从未",
    just_now: "刚刚",
    today: "今天",
    minutes: (n) => `${n} 分钟`,
    hours: (h, m) => `${h} 小时 ${m} 分`,
  },
  states: {
    loading: "正在加载",
    no_connection: "没有连接",
    forbidden: "此账号无权查看",
    not_found: "未找到",
    not_loaded: "加载失败",
    request: (id) => `请求 ${id}`,
    try_again: "重试",
    unreachable: "无法连接到服务。",
  },
  dropped: {
    about: "无法识别，已忽略以下条件：",
    close: "关闭提示",
  },
  language: "语言",
};
