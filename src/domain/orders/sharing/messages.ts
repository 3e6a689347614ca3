export const messages = {
  unknown_number: { en: "There is no such tracking number." },
  choice_off: { en: "The business does not offer this to recipients; its settings switch it on." },
  unknown_link: { en: "There is no such link to this order." },
  too_many_links: { en: "{most} links to this order are in force; revoke one first." },
} as const;
