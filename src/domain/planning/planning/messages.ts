/** Texts of the refusals of planning. */
export const messages = {
  unknown_run: { en: "There is no such plan run." },
  no_contractor: { en: "Your account belongs to no contractor." },
  too_many_plans: {
    en: "Your business has as many plans waiting as it may; try again in {seconds} seconds.",
  },
  not_running: { en: "A plan run in state {state} cannot be cancelled." },
  no_plan_yet: { en: "There is no plan yet that could be kept." },
  no_result_yet: { en: "This plan run has no plan to explain." },
  not_in_plan: { en: "This order is not part of the plan." },
  not_committable: { en: "A plan run in state {state} cannot be committed." },
  already_committed: { en: "This plan has been committed already." },
} as const;
