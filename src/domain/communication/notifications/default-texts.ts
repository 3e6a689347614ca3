/**
 * The words that come with the service: for each event a subject and a text, in every language of recipients. `{name}` is a
 * variable of templates.ts. The frames put the tracking link, and the way to stop, around the text of each channel.
 */
import type { Message } from "#operation/define/context.ts";
import { buildMessage } from "#operation/response/language.ts";
import type { NotificationEvent } from "./rules.ts";

interface Words {
  /** Subject of an e-mail, title of a push message. */
  subject: Message;
  text: Message;
}

export const DEFAULT_WORDS: Record<NotificationEvent, Words> = {
  created: {
    subject: buildMessage(
      "{business} has your shipment {number} on its books",
      "{business} 已登记您的包裹 {number}",
      "{business} 已登記您的包裹 {number}",
      "{business} a enregistré votre envoi {number}",
      "{business} hat Ihre Sendung {number} erfasst",
      "{business} ha registrado su envío {number}",
      "{business} registou a sua encomenda {number}",
      "{business} がお荷物 {number} を受け付けました",
      "{business}에 택배 {number}이(가) 접수되었습니다",
    ),
    text: buildMessage(
      "{business}: shipment {number} is planned for {date}, {time_range}.",
      "{business}：包裹 {number} 计划于 {date} {time_range} 送达。",
      "{business}：包裹 {number} 預計於 {date} {time_range} 送達。",
      "{business} : l’envoi {number} est prévu le {date}, {time_range}.",
      "{business}: Sendung {number} ist für den {date} geplant, {time_range}.",
      "{business}: el envío {number} está previsto para el {date}, {time_range}.",
      "{business}: a encomenda {number} está prevista para {date}, {time_range}.",
      "{business}：お荷物 {number} は {date}（{time_range}）にお届け予定です。",
      "{business}: 택배 {number}은(는) {date} ({time_range})에 도착할 예정입니다.",
    ),
  },
  rescheduled: {
    subject: buildMessage(
      "New date for {number}: {date}",
      "{number} 的新日期：{date}",
      "{number} 的新日期：{date}",
      "Nouvelle date pour {number} : {date}",
      "Neuer Termin für {number}: {date}",
      "Nueva fecha para {number}: {date}",
      "Nova data para {number}: {date}",
      "{number} の新しい日程：{date}",
      "{number}의 새 일정: {date}",
    ),
    text: buildMessage(
      "{business}: shipment {number} now comes on {date}, {time_range}.",
      "{business}：包裹 {number} 改为 {date} {time_range} 送达。",
      "{business}：包裹 {number} 改為 {date} {time_range} 送達。",
      "{business} : l’envoi {number} arrivera le {date}, {time_range}.",
      "{business}: Sendung {number} kommt nun am {date}, {time_range}.",
      "{business}: el envío {number} llegará el {date}, {time_range}.",
      "{business}: a encomenda {number} chega agora em {date}, {time_range}.",
      "{business}：お荷物 {number} のお届けは {date}（{time_range}）に変わりました。",
      "{business}: 택배 {number} 도착 일정이 {date} ({time_range})(으)로 변경되었습니다.",
    ),
  },
  at_warehouse: {
    subject: buildMessage(
      "{number} has reached us",
      "{number} 已到达我们的仓库",
      "{number} 已到達我們的倉庫",
      "{number} est arrivé chez nous",
      "{number} ist bei uns eingetroffen",
      "{number} ha llegado a nuestro almacén",
      "{number} chegou ao nosso armazém",
      "{number} が拠点に到着しました",
      "{number}이(가) 물류센터에 도착했습니다",
    ),
    text: buildMessage(
      "{business}: shipment {number} is at {warehouse}.",
      "{business}：包裹 {number} 已到达 {warehouse}。",
      "{business}：包裹 {number} 已到達 {warehouse}。",
      "{business} : l’envoi {number} se trouve à {warehouse}.",
      "{business}: Sendung {number} befindet sich in {warehouse}.",
      "{business}: el envío {number} está en {warehouse}.",
      "{business}: a encomenda {number} está em {warehouse}.",
      "{business}：お荷物 {number} は {warehouse} にあります。",
      "{business}: 택배 {number}이(가) {warehouse}에 있습니다.",
    ),
  },
  out_for_delivery: {
    subject: buildMessage(
      "{number} is on its way: {time_range}",
      "{number} 正在派送：{time_range}",
      "{number} 正在派送：{time_range}",
      "{number} est en route : {time_range}",
      "{number} ist unterwegs: {time_range}",
      "{number} está en camino: {time_range}",
      "{number} está a caminho: {time_range}",
      "{number} を配達中です：{time_range}",
      "{number} 배송 출발: {time_range}",
    ),
    text: buildMessage(
      "{business}: our driver is on the way with {number}. Expected: {time_range}.",
      "{business}：{number} 正在派送途中，预计 {time_range}。",
      "{business}：{number} 正在派送途中，預計 {time_range}。",
      "{business} : notre chauffeur est en route pour {number}. Passage prévu : {time_range}.",
      "{business}: Unser Fahrer ist unterwegs für {number}. Erwartet: {time_range}.",
      "{business}: nuestro conductor está en camino con {number}. Previsto: {time_range}.",
      "{business}: o nosso motorista está a caminho com {number}. Previsto: {time_range}.",
      "{business}：{number} を配達中です。到着予定：{time_range}。",
      "{business}: 기사가 {number} 배송을 위해 이동 중입니다. 예상 시간: {time_range}.",
    ),
  },
  near: {
    subject: buildMessage(
      "{number} is nearly there",
      "{number} 即将到达",
      "{number} 即將到達",
      "{number} arrive bientôt",
      "{number} ist gleich da",
      "{number} está a punto de llegar",
      "{number} está quase a chegar",
      "{number} がまもなく到着します",
      "{number}이(가) 곧 도착합니다",
    ),
    text: buildMessage(
      "{business}: {number} arrives soon. Stops before yours: {stops}. Expected: {time_range}.",
      "{business}：{number} 即将到达。您之前还有 {stops} 站，预计 {time_range}。",
      "{business}：{number} 即將到達。您之前還有 {stops} 站，預計 {time_range}。",
      "{business} : {number} arrive bientôt. Arrêts avant le vôtre : {stops}. Passage prévu : {time_range}.",
      "{business}: {number} kommt gleich. Halte vor Ihrem: {stops}. Erwartet: {time_range}.",
      "{business}: {number} llega pronto. Paradas antes de la suya: {stops}. Previsto: {time_range}.",
      "{business}: {number} chega em breve. Paragens antes da sua: {stops}. Previsto: {time_range}.",
      "{business}：{number} がまもなく到着します。お届けまであと {stops} か所、到着予定：{time_range}。",
      "{business}: {number}이(가) 곧 도착합니다. 앞선 정차 수: {stops}. 예상 시간: {time_range}.",
    ),
  },
  ready_for_pickup: {
    subject: buildMessage(
      "{number} is ready to be collected",
      "{number} 可以取件了",
      "{number} 可以取件了",
      "{number} est prêt à être retiré",
      "{number} liegt zur Abholung bereit",
      "{number} está listo para recoger",
      "{number} está pronta para levantamento",
      "{number} をお受け取りいただけます",
      "{number}을(를) 찾아가실 수 있습니다",
    ),
    text: buildMessage(
      "{business}: shipment {number} is ready to be collected.",
      "{business}：包裹 {number} 已可领取。",
      "{business}：包裹 {number} 已可領取。",
      "{business} : l’envoi {number} est prêt à être retiré.",
      "{business}: Sendung {number} liegt zur Abholung bereit.",
      "{business}: el envío {number} está listo para recoger.",
      "{business}: a encomenda {number} está pronta para levantamento.",
      "{business}：お荷物 {number} をお受け取りいただけます。",
      "{business}: 택배 {number}을(를) 찾아가실 수 있습니다.",
    ),
  },
  delivered: {
    subject: buildMessage(
      "{number}: done",
      "{number} 已完成",
      "{number} 已完成",
      "{number} : terminé",
      "{number}: erledigt",
      "{number}: completado",
      "{number}: concluída",
      "{number} が完了しました",
      "{number} 완료",
    ),
    text: buildMessage(
      "{business}: {number} was completed at {time}. The proof is here:",
      "{business}：{number} 已于 {time} 完成。凭证：",
      "{business}：{number} 已於 {time} 完成。憑證：",
      "{business} : {number} a été effectué à {time}. La preuve :",
      "{business}: {number} wurde um {time} abgeschlossen. Der Nachweis:",
      "{business}: {number} se completó a las {time}. El comprobante:",
      "{business}: {number} foi concluída às {time}. O comprovativo:",
      "{business}：{number} は {time} に完了しました。証明はこちら：",
      "{business}: {number}이(가) {time}에 완료되었습니다. 증빙:",
    ),
  },
  failed: {
    subject: buildMessage(
      "We missed you: {number}",
      "未能完成：{number}",
      "未能完成：{number}",
      "Passage manqué : {number}",
      "Nicht angetroffen: {number}",
      "No pudimos completar: {number}",
      "Não conseguimos concluir: {number}",
      "お届けできませんでした：{number}",
      "방문하지 못했습니다: {number}",
    ),
    text: buildMessage(
      "{business}: we were not successful with {number} today. See what happens next, and choose:",
      "{business}：今天未能完成 {number}。查看后续安排并选择：",
      "{business}：今天未能完成 {number}。查看後續安排並選擇：",
      "{business} : notre passage pour {number} n’a pas abouti. La suite, et vos choix :",
      "{business}: {number} war heute nicht möglich. So geht es weiter, mit Ihrer Wahl:",
      "{business}: hoy no pudimos completar {number}. Vea qué sigue y elija:",
      "{business}: hoje não conseguimos concluir {number}. Veja o que se segue e escolha:",
      "{business}：本日 {number} をお届けできませんでした。今後の予定とご希望の選択：",
      "{business}: 오늘 {number} 배송을 완료하지 못했습니다. 다음 일정 확인 및 선택:",
    ),
  },
  returned: {
    subject: buildMessage(
      "{number} went back to its sender",
      "{number} 已退回寄件人",
      "{number} 已退回寄件人",
      "{number} est retourné à l’expéditeur",
      "{number} ging an den Absender zurück",
      "{number} volvió al remitente",
      "{number} voltou ao remetente",
      "{number} は差出人に返送されました",
      "{number}이(가) 발송인에게 반송되었습니다",
    ),
    text: buildMessage(
      "{business}: shipment {number} went back to its sender.",
      "{business}：包裹 {number} 已退回寄件人。",
      "{business}：包裹 {number} 已退回寄件人。",
      "{business} : l’envoi {number} est retourné à l’expéditeur.",
      "{business}: Sendung {number} ging an den Absender zurück.",
      "{business}: el envío {number} volvió al remitente.",
      "{business}: a encomenda {number} voltou ao remetente.",
      "{business}：お荷物 {number} は差出人に返送されました。",
      "{business}: 택배 {number}이(가) 발송인에게 반송되었습니다.",
    ),
  },
};

/** What an e-mail says below the tracking link. */
export const STOP_LINE = buildMessage(
  "To get no more notifications at this address:\n{stop_link}",
  "不再向此邮箱发送通知：\n{stop_link}",
  "不再向此信箱傳送通知：\n{stop_link}",
  "Pour ne plus recevoir de notifications à cette adresse :\n{stop_link}",
  "Keine Benachrichtigungen mehr an diese Adresse:\n{stop_link}",
  "Para no recibir más notificaciones en esta dirección:\n{stop_link}",
  "Para não receber mais notificações neste endereço:\n{stop_link}",
  "このアドレスへの通知を停止する：\n{stop_link}",
  "이 주소로 알림을 더 이상 받지 않으려면:\n{stop_link}",
);

/** Stands for a time that is not known. */
export const DURING_THE_DAY = buildMessage(
  "during the day",
  "当天内",
  "當天內",
  "dans la journée",
  "im Laufe des Tages",
  "durante el día",
  "durante o dia",
  "終日",
  "하루 중",
);
