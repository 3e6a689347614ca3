/** Messages of the refusals of shipping orders. */
export const messages = {
  unknown_order: { en: "There is no such shipping order." },
  unknown_service: { en: "There is no such service." },
  unknown_warehouse: { en: "There is no such warehouse." },
  not_possible: { en: "This is not possible while the order is {status}." },
  not_cancellable: {
    en: "An order that is {status} cannot be cancelled any more: ask the business, which can while the goods are with it.",
  },
  gone: { en: "An order that is {status} cannot be cancelled: its goods have left." },
  goods_open: {
    en: "{count} packages are here: say what becomes of them (goods), and why the order is cancelled (reason).",
  },
  no_goods: { en: "No package has arrived: there are no goods to hand back." },
  retained_too_much: { en: "{paid} were paid: no more can be retained." },
  price_differs: {
    en: "By its measures the order costs {difference} more than its price (less, if below zero): reprice it, or waive the difference.",
  },
  measures_differ: {
    en: "The packages are not as they were declared: reprice the order, or waive the difference.",
  },
  cancelled: { en: "The order is cancelled." },
  priced_at_once: { en: "The order has the price of its estimate already." },
  paid_already: { en: "Something was paid at the price before: reprice or refund it instead." },
  not_priced: { en: "The order has no price yet: quote it first." },
  unpaid: { en: "{remaining} are not paid yet." },
  invalid_packages: { en: "The packages are not valid." },
  not_measured: { en: "Not every package is measured: {count} are not." },
  no_price_list: { en: "The order was priced by staff: send the new lines." },
} as const;
