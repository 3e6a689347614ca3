/** Texts of refusals. */
export const messages = {
  view_not_found: { en: "There is no such view." },
  view_name_taken: { en: "You have another view of this list with this name." },
  view_not_yours: { en: "Only the person who saved this view may change it." },
  view_not_shareable: { en: "Views are shared among the staff of the business." },
  too_many_views: { en: "You have saved as many views as can be saved. Delete one first." },
};
