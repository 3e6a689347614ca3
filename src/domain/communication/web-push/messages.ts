/** Texts of the refusals, in the languages of phones. */
import { buildMessage } from "#operation/response/language.ts";

export const messages = {
  invalid_subscription: buildMessage(
    "Send the subscription as the browser returns it.",
    "请按浏览器返回的形式发送订阅。",
    "請依瀏覽器傳回的形式傳送訂閱。",
    "Envoyez l’abonnement tel que le navigateur le fournit.",
    "Senden Sie das Abonnement so, wie der Browser es liefert.",
    "Envíe la suscripción tal como la devuelve el navegador.",
    "Envie a inscrição como o navegador a devolve.",
    "ブラウザーが返した形式のまま購読情報を送信してください。",
    "브라우저가 돌려준 구독 정보를 그대로 보내세요.",
  ),
  too_many_devices: buildMessage(
    "You have 20 devices already. Remove one first.",
    "您已有 20 台设备。请先移除一台。",
    "您已有 20 台裝置。請先移除一台。",
    "Vous avez déjà 20 appareils. Retirez-en un d’abord.",
    "Sie haben bereits 20 Geräte. Entfernen Sie zuerst eines.",
    "Ya tiene 20 dispositivos. Quite uno primero.",
    "Você já tem 20 dispositivos. Remova um primeiro.",
    "すでに20台の端末があります。先に1台を削除してください。",
    "이미 기기가 20대 있습니다. 먼저 하나를 삭제하세요.",
  ),
  unknown_device: buildMessage(
    "There is no such device.",
    "没有此设备。",
    "沒有此裝置。",
    "Cet appareil n’existe pas.",
    "Dieses Gerät gibt es nicht.",
    "No existe ese dispositivo.",
    "Não existe esse dispositivo.",
    "その端末はありません。",
    "해당 기기가 없습니다.",
  ),
};
