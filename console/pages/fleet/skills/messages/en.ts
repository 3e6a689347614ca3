export const messages = {
  title: "Skills",
  deleted: "The skill was deleted.",
  create: "New skill",
  create_submit: "Create skill",
  created: "The skill was created.",
  none: "No skills yet",
  none_about: "An order that needs one goes only to drivers and vehicles that have it.",
  until: (day: string) => `Until ${day}`,
  delete: (name: string) => `Delete ${name}`,
  name: "Name",
  code: "Code",
  code_about: "Small letters, digits, - and _; orders name it.",
  who: "Who has it",
  kinds: {
    driver: "Driver",
    vehicle: "Vehicle",
  },
  kinds_of: {
    driver: "Drivers",
    vehicle: "Vehicles",
  },
};
