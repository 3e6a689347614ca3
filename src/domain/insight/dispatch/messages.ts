/** Messages of the refusals of the dispatch board. */
export const messages = {
  unknown_item: { en: "There is no such item." },
  item_decided: { en: "The item is decided already; reopen it to decide again." },
  item_cleared: { en: "The item ended by itself: its cause is gone." },
  item_open: { en: "The item is open." },
  unknown_action: { en: "This operation is not suggested for the item." },
  too_late: { en: "The time has passed, or is more than 30 days ahead." },
  unknown_kind: { en: "There is no such kind of item." },
  wrong_threshold: { en: "The threshold does not fit this kind of item." },
} as const;
