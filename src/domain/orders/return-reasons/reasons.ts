/** The definition of a return reason, and the reasons that every business starts with. Pure. */
import type { IncidentReason } from "#otep/codes.gen.ts";

/** The facts that a reason can be given for. */
export const APPLIES_TO = ["failed", "rejected", "returned", "pickup_failed", "exception"] as const;
/** What the driver must send with it. */
export const REQUIRES = ["photo", "note", "signature", "call_attempt"] as const;
export const NEXT_ACTIONS = ["reattempt", "hold", "return", "locker"] as const;
export const FAULTS = ["recipient", "sender", "carrier", "none"] as const;
/** Languages of the built-in labels. */
export const LABEL_LANGUAGES = ["en", "zh-Hans", "zh-Hant", "fr", "de", "es", "pt", "ja", "ko"] as const;

export type Labels = { readonly en: string } & { readonly [language: string]: string };

export interface Reason {
  code: string;
  /** 0 is the built-in text; a business's own versions count from 1. */
  version: number;
  labels: Labels;
  applies_to: readonly (typeof APPLIES_TO)[number][];
  requires: readonly (typeof REQUIRES)[number][];
  next_action: (typeof NEXT_ACTIONS)[number];
  fault: (typeof FAULTS)[number];
  /** Incident reason of the tracking protocol, or an experimental `x-` word. */
  incident_reason: string;
  active: boolean;
}

function buildLabels(
  ...words: readonly [string, string, string, string, string, string, string, string, string]
): Labels {
  return Object.fromEntries(
    LABEL_LANGUAGES.map((language, index) => [language, words[index]]),
  ) as unknown as Labels;
}

function buildReason(
  code: IncidentReason,
  facts: Pick<Reason, "applies_to" | "requires" | "next_action" | "fault">,
  labels: Labels,
): Reason {
  return { code, version: 0, labels, ...facts, incident_reason: code, active: true };
}

/**
 * Our choice: these apply in every business until it creates its own reason with the same code, which then replaces the
 * built-in one, also when switched off. Codes are those of the tracking protocol.
 */
export const DEFAULT_REASONS: readonly Reason[] = [
  buildReason(
    "recipient_absent",
    { applies_to: ["failed"], requires: ["photo"], next_action: "reattempt", fault: "recipient" },
    buildLabels(
      "Nobody there",
      "无人在场",
      "無人在場",
      "Personne sur place",
      "Niemand angetroffen",
      "No hay nadie",
      "Ninguém no local",
      "不在",
      "부재중",
    ),
  ),
  buildReason(
    "recipient_unreachable",
    { applies_to: ["failed"], requires: ["call_attempt"], next_action: "reattempt", fault: "recipient" },
    buildLabels(
      "Recipient cannot be reached",
      "无法联系收件人",
      "無法聯絡收件人",
      "Destinataire injoignable",
      "Empfänger nicht erreichbar",
      "No se localiza al destinatario",
      "Destinatário incontactável",
      "受取人と連絡が取れない",
      "수취인과 연락 불가",
    ),
  ),
  buildReason(
    "recipient_refused",
    { applies_to: ["rejected", "failed"], requires: ["note"], next_action: "return", fault: "recipient" },
    buildLabels(
      "Refused by the recipient",
      "收件人拒收",
      "收件人拒收",
      "Refusé par le destinataire",
      "Annahme verweigert",
      "Rechazado por el destinatario",
      "Recusado pelo destinatário",
      "受取拒否",
      "수취 거부",
    ),
  ),
  buildReason(
    "recipient_moved",
    { applies_to: ["failed", "returned"], requires: ["note"], next_action: "hold", fault: "sender" },
    buildLabels(
      "Recipient moved",
      "收件人已搬走",
      "收件人已搬遷",
      "Destinataire déménagé",
      "Empfänger verzogen",
      "El destinatario se mudó",
      "Destinatário mudou-se",
      "受取人転居",
      "수취인 이사",
    ),
  ),
  buildReason(
    "business_closed",
    {
      applies_to: ["failed", "pickup_failed"],
      requires: ["photo"],
      next_action: "reattempt",
      fault: "recipient",
    },
    buildLabels(
      "Business closed",
      "店铺已关门",
      "店家已打烊",
      "Établissement fermé",
      "Geschäft geschlossen",
      "Negocio cerrado",
      "Estabelecimento fechado",
      "店舗が閉まっている",
      "영업 종료",
    ),
  ),
  buildReason(
    "no_access",
    {
      applies_to: ["failed", "pickup_failed"],
      requires: ["photo", "note"],
      next_action: "reattempt",
      fault: "recipient",
    },
    buildLabels(
      "No access",
      "无法进入",
      "無法進入",
      "Accès impossible",
      "Kein Zugang",
      "Sin acceso",
      "Sem acesso",
      "立ち入りできない",
      "출입 불가",
    ),
  ),
  buildReason(
    "address_incorrect",
    {
      applies_to: ["failed", "pickup_failed", "exception"],
      requires: ["note"],
      next_action: "hold",
      fault: "sender",
    },
    buildLabels(
      "Address incorrect",
      "地址错误",
      "地址錯誤",
      "Adresse incorrecte",
      "Adresse falsch",
      "Dirección incorrecta",
      "Endereço incorreto",
      "住所が間違っている",
      "주소 오류",
    ),
  ),
  buildReason(
    "rescheduled_by_recipient",
    {
      applies_to: ["failed", "pickup_failed"],
      requires: ["note"],
      next_action: "reattempt",
      fault: "recipient",
    },
    buildLabels(
      "Recipient asked for another time",
      "收件人要求改期",
      "收件人要求改期",
      "Reporté par le destinataire",
      "Vom Empfänger verschoben",
      "Aplazado por el destinatario",
      "Reagendado pelo destinatário",
      "受取人が日時変更を希望",
      "수취인이 일정 변경 요청",
    ),
  ),
  buildReason(
    "identity_not_verified",
    { applies_to: ["failed", "rejected"], requires: ["note"], next_action: "hold", fault: "recipient" },
    buildLabels(
      "Identity could not be verified",
      "无法核实身份",
      "無法核實身分",
      "Identité non vérifiée",
      "Identität nicht bestätigt",
      "Identidad no verificada",
      "Identidade não verificada",
      "本人確認ができない",
      "본인 확인 불가",
    ),
  ),
  buildReason(
    "payment_not_made",
    { applies_to: ["failed", "rejected"], requires: ["note"], next_action: "hold", fault: "recipient" },
    buildLabels(
      "Not paid",
      "未付款",
      "未付款",
      "Paiement non effectué",
      "Nicht bezahlt",
      "No pagado",
      "Pagamento não efetuado",
      "代金未払い",
      "미결제",
    ),
  ),
  buildReason(
    "not_ready",
    { applies_to: ["pickup_failed"], requires: ["note"], next_action: "reattempt", fault: "sender" },
    buildLabels(
      "Goods not ready",
      "货物未备好",
      "貨物未備妥",
      "Marchandise pas prête",
      "Ware nicht bereit",
      "Mercancía no lista",
      "Mercadoria não pronta",
      "荷物の準備ができていない",
      "물품 준비 안 됨",
    ),
  ),
  buildReason(
    "sender_cancelled",
    { applies_to: ["pickup_failed", "returned"], requires: ["note"], next_action: "hold", fault: "sender" },
    buildLabels(
      "Cancelled by the sender",
      "寄件人取消",
      "寄件人取消",
      "Annulé par l’expéditeur",
      "Vom Absender storniert",
      "Cancelado por el remitente",
      "Cancelado pelo remetente",
      "発送人によるキャンセル",
      "발송인 취소",
    ),
  ),
  buildReason(
    "damaged",
    {
      applies_to: ["failed", "rejected", "returned", "pickup_failed", "exception"],
      requires: ["photo", "note"],
      next_action: "return",
      fault: "carrier",
    },
    buildLabels(
      "Damaged",
      "货物损坏",
      "貨物損壞",
      "Endommagé",
      "Beschädigt",
      "Dañado",
      "Danificado",
      "破損",
      "파손",
    ),
  ),
  buildReason(
    "lost",
    { applies_to: ["exception"], requires: ["note"], next_action: "hold", fault: "carrier" },
    buildLabels(
      "Missing",
      "货物遗失",
      "貨物遺失",
      "Introuvable",
      "Nicht auffindbar",
      "Extraviado",
      "Extraviado",
      "紛失",
      "분실",
    ),
  ),
  buildReason(
    "time_shortage",
    { applies_to: ["failed", "pickup_failed"], requires: [], next_action: "reattempt", fault: "carrier" },
    buildLabels(
      "Not enough time",
      "时间不足",
      "時間不足",
      "Manque de temps",
      "Zeit reichte nicht",
      "Falta de tiempo",
      "Falta de tempo",
      "時間不足",
      "시간 부족",
    ),
  ),
  buildReason(
    "weather",
    {
      applies_to: ["failed", "pickup_failed", "exception"],
      requires: [],
      next_action: "reattempt",
      fault: "none",
    },
    buildLabels(
      "Weather",
      "天气原因",
      "天氣因素",
      "Intempéries",
      "Wetter",
      "Mal tiempo",
      "Mau tempo",
      "悪天候",
      "기상 악화",
    ),
  ),
  buildReason(
    "not_collected",
    { applies_to: ["returned"], requires: [], next_action: "return", fault: "recipient" },
    buildLabels(
      "Not collected in time",
      "逾期未取",
      "逾期未取",
      "Non retiré à temps",
      "Nicht rechtzeitig abgeholt",
      "No recogido a tiempo",
      "Não levantado a tempo",
      "期限内に受け取りなし",
      "기한 내 미수령",
    ),
  ),
  buildReason(
    "locker_full",
    { applies_to: ["failed"], requires: [], next_action: "reattempt", fault: "carrier" },
    buildLabels(
      "No free compartment",
      "无空闲格口",
      "無空閒格口",
      "Aucun casier libre",
      "Kein freies Fach",
      "Sin compartimento libre",
      "Sem compartimento livre",
      "空きロッカーなし",
      "빈 보관함 없음",
    ),
  ),
  buildReason(
    "other",
    {
      applies_to: ["failed", "rejected", "returned", "pickup_failed", "exception"],
      requires: ["note"],
      next_action: "hold",
      fault: "none",
    },
    buildLabels("Other", "其他", "其他", "Autre", "Sonstiges", "Otro", "Outro", "その他", "기타"),
  ),
];

const builtIn = new Map(DEFAULT_REASONS.map((one) => [one.code, one]));

export function findDefaultReason(code: string): Reason | undefined {
  return builtIn.get(code);
}
