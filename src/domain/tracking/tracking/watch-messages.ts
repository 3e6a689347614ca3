/** Messages to people who follow a shipment, and the refusals that they read. */
import type { Message } from "#operation/define/context.ts";
import { buildMessage, chooseLanguage } from "#operation/response/language.ts";
import { labels as de } from "#otep/labels/de.ts";
import { labels as es } from "#otep/labels/es.ts";
import { labels as fr } from "#otep/labels/fr.ts";
import { labels as ja } from "#otep/labels/ja.ts";
import { labels as ko } from "#otep/labels/ko.ts";
import { type Labels, translateStatus } from "#otep/labels/labels.ts";
import { labels as pt } from "#otep/labels/pt.ts";
import { labels as zhHans } from "#otep/labels/zh-Hans.ts";
import { labels as zhHant } from "#otep/labels/zh-Hant.ts";
import { labelOf } from "#otep/vocabulary.ts";

const LABELS: Record<string, Labels> = { de, es, fr, ja, ko, pt, "zh-Hans": zhHans, "zh-Hant": zhHant };

/** The label of a status in a language. */
export function nameStatus(language: string, code: string, base?: string): string {
  const labels = LABELS[chooseLanguage(language, Object.keys(LABELS))];
  return labels === undefined ? labelOf(code, base) : translateStatus(labels, code, base);
}

export const messages = {
  code_subject: buildMessage(
    "Code to follow {number}",
    "{number} 的关注验证码",
    "{number} 的追蹤驗證碼",
    "Code pour suivre {number}",
    "Code zum Verfolgen von {number}",
    "Código para seguir {number}",
    "Código para acompanhar {number}",
    "{number} の通知登録コード",
    "{number} 알림 등록 코드",
  ),
  code_text: buildMessage(
    `Somebody, probably you, asked {business} to send messages about shipment {number} to this address. Confirm it with this code within 15 minutes:

{code}

If it was not you, there is nothing to do.
`,
    `有人（可能是您本人）要求{business}将包裹 {number} 的消息发送到此邮箱。请在 15 分钟内用以下验证码确认：

{code}

如果不是您本人操作，无需处理。
`,
    `有人（可能是您本人）要求{business}將包裹 {number} 的訊息傳送到此信箱。請在 15 分鐘內以下列驗證碼確認：

{code}

若非您本人操作，無須處理。
`,
    `Quelqu’un, sans doute vous, a demandé à {business} d’envoyer à cette adresse des messages au sujet de l’envoi {number}. Confirmez avec ce code dans les 15 minutes :

{code}

Si ce n’était pas vous, vous n’avez rien à faire.
`,
    `Jemand, vermutlich Sie, hat {business} gebeten, Nachrichten zur Sendung {number} an diese Adresse zu senden. Bestätigen Sie dies innerhalb von 15 Minuten mit diesem Code:

{code}

Waren Sie es nicht, brauchen Sie nichts zu tun.
`,
    `Alguien, probablemente usted, pidió a {business} que envíe a esta dirección mensajes sobre el envío {number}. Confírmelo con este código en un plazo de 15 minutos:

{code}

Si no fue usted, no tiene que hacer nada.
`,
    `Alguém, provavelmente você, pediu a {business} que envie a este endereço mensagens sobre a encomenda {number}. Confirme com este código em até 15 minutos:

{code}

Se não foi você, não é preciso fazer nada.
`,
    `このアドレスに荷物 {number} のお知らせを送るよう、{business} に依頼がありました。15 分以内に次のコードで確認してください。

{code}

お心当たりがない場合は、何もする必要はありません。
`,
    `이 주소로 택배 {number}의 알림을 보내 달라는 요청이 {business}에 접수되었습니다. 15분 안에 다음 코드로 확인해 주세요.

{code}

본인이 요청하지 않았다면 아무것도 하지 않으셔도 됩니다.
`,
  ),
  notice_text: buildMessage(
    `Shipment {number} of {business}: {status}.

{link}

To get no more messages about it:
{end_link}
`,
    `{business} 的包裹 {number}：{status}。

{link}

停止接收此包裹的消息：
{end_link}
`,
    `{business} 的包裹 {number}：{status}。

{link}

停止接收此包裹的訊息：
{end_link}
`,
    `Envoi {number} de {business} : {status}.

{link}

Pour ne plus recevoir de messages à son sujet :
{end_link}
`,
    `Sendung {number} von {business}: {status}.

{link}

Nachrichten zu dieser Sendung abbestellen:
{end_link}
`,
    `Envío {number} de {business}: {status}.

{link}

Para no recibir más mensajes sobre él:
{end_link}
`,
    `Encomenda {number} de {business}: {status}.

{link}

Para não receber mais mensagens sobre ela:
{end_link}
`,
    `{business} の荷物 {number}：{status}

{link}

この荷物のお知らせを停止する：
{end_link}
`,
    `{business} 택배 {number}: {status}

{link}

이 택배의 알림 끄기:
{end_link}
`,
  ),
  wrong_code: buildMessage(
    "The code is wrong, was used, or has expired.",
    "验证码错误、已使用或已过期。",
    "驗證碼錯誤、已使用或已過期。",
    "Le code est faux, déjà utilisé ou expiré.",
    "Der Code ist falsch, wurde schon verwendet oder ist abgelaufen.",
    "El código es incorrecto, ya se usó o ha caducado.",
    "O código está errado, já foi usado ou expirou.",
    "コードが違うか、使用済みまたは期限切れです。",
    "코드가 틀렸거나 이미 사용되었거나 만료되었습니다.",
  ),
  too_many_watches: buildMessage(
    "At most {most} addresses follow one shipment.",
    "一个包裹最多可由 {most} 个邮箱关注。",
    "一個包裹最多可由 {most} 個信箱追蹤。",
    "Au plus {most} adresses suivent un même envoi.",
    "Höchstens {most} Adressen verfolgen eine Sendung.",
    "Como máximo {most} direcciones siguen un envío.",
    "No máximo {most} endereços acompanham uma encomenda.",
    "1 つの荷物に登録できるアドレスは {most} 件までです。",
    "한 택배는 최대 {most}개 주소에서 알림을 받을 수 있습니다.",
  ),
} satisfies Record<string, Message>;
