import type { messages as english } from "./en.ts";

export const messages: typeof english = {
  title: "通知",
  about: "この荷物と今後の荷物についてお送りするお知らせです。",
  sms: "SMS",
  email: "メール",
  push: "このブラウザー",
  push_about: "この荷物について、ページを閉じていても届きます。",
  push_denied: "このブラウザーではこのページからの通知が許可されていません。ブラウザーの設定で変更できます。",
  language: "通知の言語",
  saved: "保存しました。",
  failed: "保存できませんでした",
  choose: {
    title: "このアドレスへの通知を停止しますか？",
    submit: "通知を停止",
    stopped: (address: string) => `${address} への通知を停止しました。`,
    again: "再び受け取る",
    received: (address: string) => `${address} への通知を再開しました。`,
    failed: "操作できませんでした。メッセージのリンクをもう一度開いてください。",
  },
};
