/** By the files of messages that there are. */
const FILES = import.meta.glob(["./messages/*.json", "!./messages/en.json"]);

export const KIOSK_LANGUAGES: readonly string[] = [
  "en",
  ...Object.keys(FILES).map((file) => file.slice(file.lastIndexOf("/") + 1, -".json".length)),
];
