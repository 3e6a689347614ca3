/** Text of the refusals of planning. */
export const messages = {
  unknown_run: { en: "There is no such plan run." },
  no_contractor: { en: "Your account belongs to no contractor." },
  busy: { en: "Too many plans are waiting for the solver; try again in a minute, or plan with async." },
  not_running: { en: "A plan run in state {state} cannot be cancelled." },
  no_plan_yet: { en: "There is no plan yet that could be kept." },
  not_committable: { en: "A plan run in state {state} cannot be committed." },
  already_committed: { en: "This plan has been committed already." },
} as const;
