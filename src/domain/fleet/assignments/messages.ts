/** Texts of the refusals of assignments. */
export const messages = {
  unknown_contractor: { en: "There is no such contractor." },
  unknown_assignment: { en: "There is no such assignment." },
  unknown_order: { en: "There is no such order." },
  on_route: { en: "The order is on a route; take it off first." },
  not_self_delivery: { en: "The order is not delivered by own drivers." },
  held_by_carrier: { en: "The order is held by a third-party carrier." },
  not_assignable: { en: "An order in status {status} cannot be assigned." },
  held_already: { en: "The order is assigned to this contractor already." },
  not_assigned: { en: "The order is assigned to no contractor." },
  not_own: { en: "The order is not assigned to you." },
  released: { en: "The assignment was released." },
} as const;
