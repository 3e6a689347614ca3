import type { messages as en } from "./en.ts";

export const manifest = {
  "Return reasons": "Motivos de devolução",
  "Reasons that a driver can give for a failed stop.":
    "Motivos que um motorista pode indicar para uma parada sem sucesso.",
};

export const messages: typeof en = {
  title: "Motivos de devolução",
  heading: "Motivos",
  create: "Novo motivo",
  none: "Nenhum motivo",
  reason: "Motivo",
  needs: "Exige",
  nothing: "Nada",
  afterwards: "Depois",
  state: "Situação",
  built_in: "Padrão",
  own: "Seu",
  off: "Desativado",
  save: "Salvar",
  saved: "Salvo. Os relatórios mantêm a versão da época.",
  label: "Nome",
  code: "Código",
  code_about: "Letras minúsculas, algarismos e _.",
  applies_to: "Vale para",
  requires: "Exigido do motorista",
  next_action: "Próximo passo",
  fault: "Responsável",
  active: "Pode ser escolhido",
  stops: {
    failed: "Entrega sem sucesso",
    rejected: "Recusa do destinatário",
    returned: "Devolução ao remetente",
    pickup_failed: "Coleta sem sucesso",
    exception: "Problema com a mercadoria",
  },
  proofs: {
    photo: "Foto",
    note: "Observação",
    signature: "Assinatura",
    call_attempt: "Ligação para o destinatário",
  },
  next: {
    reattempt: "Tentar de novo",
    hold: "Reter",
    return: "Devolver ao remetente",
    locker: "Colocar em um armário",
  },
  faults: { recipient: "Destinatário", sender: "Remetente", carrier: "Transportadora", none: "Ninguém" },
};
