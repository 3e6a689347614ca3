/** Messages of the refusals of shipping orders. */
export const messages = {
  unknown_order: { en: "There is no such shipping order." },
  unknown_service: { en: "There is no such service." },
  unknown_warehouse: { en: "There is no such warehouse." },
  not_possible: { en: "This is not possible while the order is {status}." },
  not_cancellable: {
    en: "An order that is {status} cannot be cancelled: only pending and confirmed ones can.",
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
