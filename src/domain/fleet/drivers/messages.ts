/** Texts of the refusals of drivers' profiles, documents and vehicles. */
export const messages = {
  unknown_driver: { en: "There is no such driver." },
  unknown_document: { en: "There is no such document." },
  unknown_vehicle: { en: "There is no such vehicle." },
  unknown_contractor: { en: "There is no such contractor." },
  unknown_file: { en: "There is no such file, or somebody else uploaded it." },
  invalid_phone: { en: "The telephone number is not valid." },
  vehicle_by_business: { en: "The business decides which vehicle you drive." },
  not_yours_to_change: { en: "Only the business changes this." },
  email_taken: { en: "Another account of the business has this e-mail address." },
  plate_taken: { en: "Another vehicle has this plate." },
  position_in_pairs: { en: "home_lat and home_lng go together." },
  already_reviewed: { en: "The document was reviewed before; hand in a new one." },
  period: { en: "The period ends before it starts, or is longer than a year." },
} as const;
