import type { messages as english } from "./en.ts";

export const messages: typeof english = {
  title: "通知",
  about: "關於此包裹和日後包裹的訊息。",
  sms: "簡訊",
  email: "電子郵件",
  push: "在此瀏覽器中",
  push_about: "關於此包裹，關閉頁面後也能收到。",
  push_denied: "此瀏覽器不允許本頁面傳送訊息，可在瀏覽器設定中變更。",
  language: "通知語言",
  saved: "已儲存。",
  failed: "未能儲存",
  choose: {
    title: "停止向此地址傳送通知？",
    submit: "停止通知",
    stopped: (address: string) => `不會再向 ${address} 傳送通知。`,
    again: "重新接收",
    received: (address: string) => `已恢復向 ${address} 傳送通知。`,
    failed: "操作未成功。請重新開啟訊息中的連結。",
  },
};
