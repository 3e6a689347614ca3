/** Messages of the refusals that packing and loading have in common. */
export const messages = {
  unsolvable: { en: "The plan contradicts itself." },
  too_many_plans: {
    en: "Your business has as many plans waiting as it may; try again in {seconds} seconds.",
  },
  plan_outdated: { en: "The plan was changed while it was solved; solve it again." },
} as const;
