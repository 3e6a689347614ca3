/** Messages of the refusals of transfers. */
export const messages = {
  unknown_transfer: { en: "There is no such transfer at your warehouses." },
  unknown_warehouse: {
    en: "There is no such open warehouse of the business. A partner's warehouse needs its grant for transfers.",
  },
  not_your_warehouse: { en: "You work at neither of these warehouses." },
  same_warehouse: { en: "A transfer leads to another warehouse." },
  unknown_vehicle: { en: "There is no such vehicle in use." },
  unknown_parcel: { en: "Some parcels are not known." },
  unknown_code: { en: "{code} is not known." },
  no_parcel: { en: "Name a code or a parcel of the business." },
  duplicate_label: { en: "{code} is the label of {parcels} parcels: say which one it is." },
  wrong_state: { en: "The transfer is {state}." },
  wrong_warehouse: { en: "You do not work at the warehouse of this scan." },
  moved_on: { en: "{code} has moved on: it is {status}." },
  parcels_moved_on: { en: "Some parcels are not at the warehouse any more." },
  all_moved_on: { en: "Every parcel of the transfer has moved on, so nothing can be undone." },
  in_other_transfer: { en: "{code} is in the transfer {transfer}." },
  parcels_in_transfers: { en: "Some parcels are in another transfer." },
  too_many: { en: "A transfer has at most {most} parcels." },
  already_rolled_back: { en: "The transfer was rolled back before." },
  both_warehouses: { en: "Whoever rolls a transfer back works at both of its warehouses." },
} as const;
