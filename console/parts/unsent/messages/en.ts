/** Texts of the question about a phone that still sends. */
export const messages = {
  title: "The driver's phone is still sending",
  about: (commands: number, moment: string) =>
    commands === 1
      ? `At ${moment} the phone still held 1 step of this route, such as a delivery, that is not here yet.`
      : `At ${moment} the phone still held ${commands} steps of this route, such as deliveries, that are not here yet.`,
  advice:
    "If you go on, they count when they arrive, and you decide where they contradict what was done here.",
  wait: "Wait",
  waiting: "Nothing was changed: the driver's phone is still sending.",
  go_on: "Go on without them",
};
