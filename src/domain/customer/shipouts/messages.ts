/** Messages of the refusals of ship-outs. */
export const messages = {
  unknown_shipout: { en: "There is no such ship-out." },
  not_possible: { en: "This is not possible while the ship-out is {status}." },
  not_cancellable: { en: "A ship-out that is {status} cannot be cancelled: its packages are being picked." },
  cancelled: { en: "The ship-out is cancelled." },
  unavailable: { en: "These packages cannot be shipped out." },
  priced_at_once: { en: "The ship-out has the price of its estimate already." },
  paid_already: { en: "Something was paid at the price before: reprice or refund it instead." },
  not_priced: { en: "The ship-out has no price yet: quote it first." },
  unpaid: { en: "{remaining} are not paid yet." },
  storage_overdue: { en: "{remaining} of the storage of these packages are overdue." },
  not_in_stock: { en: "Not all packages can be taken out of stock." },
  no_price_list: { en: "The ship-out was priced by staff: send the new lines." },
} as const;
