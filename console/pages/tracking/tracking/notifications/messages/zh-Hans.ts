import type { messages as english } from "./en.ts";

export const messages: typeof english = {
  title: "通知",
  about: "关于此包裹和以后包裹的消息。",
  sms: "短信",
  email: "电子邮件",
  push: "在此浏览器中",
  push_about: "关于此包裹，关闭页面后也能收到。",
  push_denied: "此浏览器不允许本页面发送消息，可在浏览器设置中更改。",
  language: "通知语言",
  saved: "已保存。",
  failed: "未能保存",
  choose: {
    title: "停止向此地址发送通知？",
    submit: "停止通知",
    stopped: (address: string) => `不会再向 ${address} 发送通知。`,
    again: "重新接收",
    received: (address: string) => `已恢复向 ${address} 发送通知。`,
    failed: "操作未成功。请重新打开消息中的链接。",
  },
};
