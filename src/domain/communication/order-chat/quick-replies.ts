/** The texts that come with the service. A business replaces them as a whole by its own. */
import type { Message } from "#operation/define/context.ts";
import { buildMessage, chooseLanguage } from "#operation/response/language.ts";
import type { ParticipantRole } from "./rules.ts";

export interface QuickReply {
  code: string;
  /** Who may send it. */
  roles: readonly ParticipantRole[];
  /** By language. */
  texts: Readonly<Record<string, string>>;
}

const of = (code: string, roles: readonly ParticipantRole[], texts: Message): QuickReply => ({
  code,
  roles,
  texts,
});

export const DEFAULT_QUICK_REPLIES: readonly QuickReply[] = [
  of(
    "on_my_way",
    ["driver"],
    buildMessage(
      "I am on my way.",
      "我正在路上。",
      "我正在路上。",
      "Je suis en route.",
      "Ich bin unterwegs.",
      "Voy en camino.",
      "Estou a caminho.",
      "向かっています。",
      "가는 중입니다.",
    ),
  ),
  of(
    "at_the_door",
    ["driver"],
    buildMessage(
      "I am at the door.",
      "我已到门口。",
      "我已到門口。",
      "Je suis devant la porte.",
      "Ich stehe vor der Tür.",
      "Estoy en la puerta.",
      "Estou na porta.",
      "玄関に着きました。",
      "문 앞에 도착했습니다.",
    ),
  ),
  of(
    "nobody_answers",
    ["driver"],
    buildMessage(
      "Nobody answers. What shall I do?",
      "没有人应答。我该怎么办？",
      "沒有人應門。我該怎麼辦？",
      "Personne ne répond. Que dois-je faire ?",
      "Niemand öffnet. Was soll ich tun?",
      "Nadie contesta. ¿Qué hago?",
      "Ninguém atende. O que devo fazer?",
      "応答がありません。どうすればよいですか？",
      "응답이 없습니다. 어떻게 할까요?",
    ),
  ),
  of(
    "address_not_found",
    ["driver"],
    buildMessage(
      "I cannot find the address.",
      "我找不到地址。",
      "我找不到地址。",
      "Je ne trouve pas l’adresse.",
      "Ich finde die Adresse nicht.",
      "No encuentro la dirección.",
      "Não encontro o endereço.",
      "住所が見つかりません。",
      "주소를 찾을 수 없습니다.",
    ),
  ),
  of(
    "coming",
    ["customer"],
    buildMessage(
      "I am coming.",
      "我马上来。",
      "我馬上來。",
      "J’arrive.",
      "Ich komme.",
      "Ya voy.",
      "Já estou indo.",
      "すぐ行きます。",
      "지금 나갑니다.",
    ),
  ),
  of(
    "leave_at_door",
    ["customer"],
    buildMessage(
      "Please leave it at the door.",
      "请放在门口。",
      "請放在門口。",
      "Laissez-le devant la porte, s’il vous plaît.",
      "Bitte vor die Tür legen.",
      "Déjelo en la puerta, por favor.",
      "Deixe na porta, por favor.",
      "玄関先に置いてください。",
      "문 앞에 놓아 주세요.",
    ),
  ),
  of(
    "please_wait",
    ["staff", "contractor"],
    buildMessage(
      "Please wait, we are calling the recipient.",
      "请稍等，我们正在联系收件人。",
      "請稍候，我們正在聯絡收件人。",
      "Patientez, nous appelons le destinataire.",
      "Bitte warten, wir rufen den Empfänger an.",
      "Espere, estamos llamando al destinatario.",
      "Aguarde, estamos ligando para o destinatário.",
      "お待ちください。受取人に電話しています。",
      "기다려 주세요. 수령인에게 전화하고 있습니다.",
    ),
  ),
  of(
    "bring_back",
    ["staff", "contractor"],
    buildMessage(
      "Please bring it back to the depot.",
      "请带回仓库。",
      "請帶回倉庫。",
      "Rapportez-le au dépôt.",
      "Bitte zurück ins Depot bringen.",
      "Devuélvalo al depósito.",
      "Traga de volta ao depósito.",
      "営業所に持ち帰ってください。",
      "물류센터로 가져오세요.",
    ),
  ),
  of(
    "thank_you",
    ["staff", "contractor", "driver", "customer"],
    buildMessage(
      "Thank you.",
      "谢谢。",
      "謝謝。",
      "Merci.",
      "Danke.",
      "Gracias.",
      "Obrigado.",
      "ありがとうございます。",
      "감사합니다.",
    ),
  ),
];

/** The text in the language of the caller, and those in the others. */
export function pickText(
  { texts }: QuickReply,
  accept_language: string,
): { text: string; language: string; translations: Record<string, string> } {
  const available = Object.keys(texts);
  const chosen = chooseLanguage(accept_language, available);
  const language = texts[chosen] === undefined ? (available[0] ?? "en") : chosen;
  const { [language]: text = "", ...translations } = texts;
  return { text, language, translations };
}
