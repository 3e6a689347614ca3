import type { messages as english } from "./en.ts";

export const messages: typeof english = {
  title: "알림",
  about: "이 택배와 이후 택배에 대해 보내 드리는 알림입니다.",
  sms: "문자 메시지",
  email: "이메일",
  push: "이 브라우저",
  push_about: "이 택배에 대한 알림으로, 페이지를 닫아도 받습니다.",
  push_denied: "이 브라우저에서 이 페이지의 알림이 허용되지 않았습니다. 브라우저 설정에서 바꿀 수 있습니다.",
  language: "알림 언어",
  saved: "저장했습니다.",
  failed: "저장하지 못했습니다",
  choose: {
    title: "이 주소로 보내는 알림을 끌까요?",
    submit: "알림 끄기",
    stopped: (address: string) => `${address}(으)로 더 이상 알림을 보내지 않습니다.`,
    again: "다시 받기",
    received: (address: string) => `${address}(으)로 알림을 다시 보냅니다.`,
    failed: "처리하지 못했습니다. 메시지의 링크를 다시 열어 주세요.",
  },
};
