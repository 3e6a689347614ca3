import type { messages as en } from "./en.ts";

export const manifest = {
  Wallet: "Carteira",
};

export const messages: typeof en = {
  about: "O que você tem para pagar pedidos.",
  back: "Voltar ao pedido",
  available: "Você pode gastar",
  balance: "Saldo",
  held: "Reservado",
  credit: "Crédito",
  transactions: "Movimentos",
  none: "Ainda não há nada",
  none_about: "Recargas, pagamentos e reembolsos aparecem aqui.",
  more: "Mostrar anteriores",
  at: "Quando",
  what: "O quê",
  amount: "Valor",
  hidden: "Não exibido",
  kinds: {
    topup: "Recarga",
    hold: "Reservado",
    capture: "Pagamento do valor reservado",
    release: "Reserva liberada",
    charge: "Pagamento",
    refund: "Reembolso",
    adjustment: "Correção",
    fee: "Tarifa",
    settlement: "Acerto",
    payout: "Pago a você",
  },
  top_up: {
    title: "Recarregar com cartão",
    amount: (currency) => `Valor, ${currency}`,
    button: "Ir para o pagamento",
    refused: "O pagamento não foi aberto",
    off: "Cartões não são aceitos aqui",
    off_about: "Pergunte à empresa como recarregar: por transferência ou em dinheiro no balcão.",
  },
  statement: {
    title: "Extrato de um mês",
    month: "Mês",
    download: "Baixar em PDF",
    refused: "Não há extrato",
    file: "extrato",
  },
  payment: {
    title: (amount) => `Recarga de ${amount}`,
    opening: "O pagamento está sendo aberto. Volte aqui em um minuto.",
    open: "Ainda não foi pago.",
    processing: "O pagamento foi feito. A carteira sobe quando o dinheiro chegar.",
    paid: "Pago: o dinheiro está na sua carteira.",
    failed: "O pagamento falhou. Nada foi cobrado.",
    expired: "O pagamento não foi feito a tempo. Nada foi cobrado.",
    go_on: "Continuar o pagamento",
  },
};
