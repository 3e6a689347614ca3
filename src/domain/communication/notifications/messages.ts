/** Texts of the refusals that recipients read, in the languages of tracking pages. */
import { buildMessage } from "#operation/response/language.ts";

export const messages = {
  no_such_address: buildMessage(
    "There is no such address in this order.",
    "此订单中没有该联系方式。",
    "此訂單中沒有該聯絡方式。",
    "Cette commande n’a pas d’adresse de ce type.",
    "Dieser Auftrag hat keine solche Adresse.",
    "Este pedido no tiene esa dirección.",
    "Este pedido não tem esse contacto.",
    "この注文にはその連絡先がありません。",
    "이 주문에는 해당 연락처가 없습니다.",
  ),
  too_many_browsers: buildMessage(
    "Ten browsers follow this shipment already.",
    "已有十个浏览器关注此包裹。",
    "已有十個瀏覽器追蹤此包裹。",
    "Dix navigateurs suivent déjà cet envoi.",
    "Zehn Browser verfolgen diese Sendung bereits.",
    "Diez navegadores ya siguen este envío.",
    "Dez navegadores já acompanham esta encomenda.",
    "すでに10個のブラウザーがこの荷物を登録しています。",
    "이미 브라우저 10개가 이 택배를 등록했습니다.",
  ),
  invalid_link: buildMessage(
    "This link is not valid. Open it again from the message.",
    "此链接无效。请从消息中重新打开。",
    "此連結無效。請從訊息中重新開啟。",
    "Ce lien n’est pas valable. Ouvrez-le de nouveau depuis le message.",
    "Dieser Link ist ungültig. Öffnen Sie ihn noch einmal aus der Nachricht.",
    "Este enlace no es válido. Ábralo de nuevo desde el mensaje.",
    "Este link não é válido. Abra-o novamente a partir da mensagem.",
    "このリンクは無効です。メッセージからもう一度開いてください。",
    "이 링크는 유효하지 않습니다. 메시지에서 다시 여세요.",
  ),
};
