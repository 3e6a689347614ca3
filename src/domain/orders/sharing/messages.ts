export const messages = {
  unknown_number: { en: "There is no such tracking number." },
  unknown_link: { en: "There is no such link to this order." },
  too_many_links: { en: "{most} links to this order are in force; revoke one first." },
} as const;
