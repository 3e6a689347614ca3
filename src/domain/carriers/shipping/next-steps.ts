/** What somebody who scans a bought label does with its package, by the label's state. */

import type { Message } from "#operation/define/context.ts";
import type { PickupState } from "./pickups/rules.ts";
import type { LabelManifestRow } from "./records/label-manifest.ts";
import type { State } from "./rules.ts";

export const NEXT_STEPS: Readonly<Record<State, Message>> = {
  PURCHASING: {
    en: "Wait: the label is being bought.",
    pt: "Espere: a etiqueta está sendo comprada.",
  },
  LABEL_PURCHASE_FAILED: {
    en: "Set it aside: the label was not bought.",
    pt: "Separe: a etiqueta não foi comprada.",
  },
  LABEL_READY: {
    en: "Hand it to the carrier with the next manifest.",
    pt: "Entregue à transportadora com o próximo manifesto.",
  },
  INFO_SUBMITTED: {
    en: "Hand it to the carrier.",
    pt: "Entregue à transportadora.",
  },
  MANIFESTED: {
    en: "Hand it to the carrier: it is on a manifest.",
    pt: "Entregue à transportadora: está em um manifesto.",
  },
  VOID_PENDING: {
    en: "Set it aside: the label is being voided.",
    pt: "Separe: a etiqueta está sendo anulada.",
  },
  VOIDED: {
    en: "Set it aside: the label was voided.",
    pt: "Separe: a etiqueta foi anulada.",
  },
  VOID_REJECTED: {
    en: "Ask in the office: the carrier did not void the label.",
    pt: "Pergunte ao escritório: a transportadora não anulou a etiqueta.",
  },
  REFUND_REQUESTED: {
    en: "Set it aside: a refund of the label was requested.",
    pt: "Separe: foi pedido o reembolso da etiqueta.",
  },
  REFUNDED: {
    en: "Set it aside: the label was refunded.",
    pt: "Separe: a etiqueta foi reembolsada.",
  },
  REFUND_REJECTED: {
    en: "Ask in the office: the refund of the label was rejected.",
    pt: "Pergunte ao escritório: o reembolso da etiqueta foi recusado.",
  },
  CANCELLED: {
    en: "Set it aside: the label was cancelled.",
    pt: "Separe: a etiqueta foi cancelada.",
  },
  CLOSED: {
    en: "The carrier delivered it: ask in the office why it is here.",
    pt: "A transportadora já entregou: pergunte ao escritório por que está aqui.",
  },
};

/** The same of a manifest, by its state. */
export const MANIFEST_STEPS: Readonly<Record<LabelManifestRow["state"], Message>> = {
  pending: {
    en: "Wait: the carrier has not answered yet.",
    pt: "Espere: a transportadora ainda não respondeu.",
  },
  created: {
    en: "Give it to the carrier with the packages that it lists.",
    pt: "Entregue à transportadora com os volumes que ele lista.",
  },
  failed: {
    en: "Keep its packages: the carrier did not take it. Close the day again.",
    pt: "Guarde os volumes: a transportadora não aceitou. Feche o dia de novo.",
  },
};

/** The same of a pickup, by its state. */
export const PICKUP_STEPS: Readonly<Record<PickupState, Message>> = {
  pending: {
    en: "Wait: the carrier has not answered yet.",
    pt: "Espere: a transportadora ainda não respondeu.",
  },
  scheduled: {
    en: "Give the carrier its packages when the driver comes.",
    pt: "Entregue os volumes à transportadora quando o motorista vier.",
  },
  failed: {
    en: "Keep its packages: the carrier does not come. Order another pickup.",
    pt: "Guarde os volumes: a transportadora não vem. Peça outra coleta.",
  },
  cancel_pending: {
    en: "Ask in the office: the pickup is being cancelled.",
    pt: "Pergunte ao escritório: a coleta está sendo cancelada.",
  },
  cancelled: {
    en: "Keep its packages: the pickup was cancelled.",
    pt: "Guarde os volumes: a coleta foi cancelada.",
  },
};
