/** Messages of the refusals of unified orders. */
export const messages = {
  unknown_order: { en: "There is no such unified order." },
  unknown_job: { en: "There is no such job." },
  job_finished: { en: "The job has ended already: it is {state}." },
  already_purchased: { en: "The label is bought already: its state is {state}." },
  not_a_label: { en: "This order is an own delivery: it has no label of a carrier to buy." },
  not_cancellable: { en: "The order cannot be cancelled any more: it is {state}." },
} as const;
