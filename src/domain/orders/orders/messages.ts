/** Text of the refusals of orders. */
export const messages = {
  unknown_order: { en: "There is no such order." },
  unknown_customer: { en: "There is no such customer." },
  invalid_transition: { en: "An order in status {status} cannot be changed this way." },
  on_route: { en: "The order is on a route that has been released; remove it from the route first." },
  held_by_carrier: { en: "A third-party carrier holds the order; withdraw the tender first." },
  picked_up: { en: "The goods have been picked up; an order can be rerouted only before pickup." },
  locked_members: { en: "This cannot be changed in the present state of the order: {members}." },
  no_such_address: { en: "No order with this address lacks a position." },
  already_placed: { en: "The order has a position by now, or another address." },
  unknown_batch: { en: "There is no such batch." },
  batch_finished: { en: "The batch is {state} already." },
  unknown_event: { en: "There is no such event of this order." },
  not_voidable: { en: "This event did not change the order and cannot be voided." },
  already_voided: { en: "This event is already voided." },
} as const;
