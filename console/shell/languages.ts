/** Languages of the console and of the public tracking, by the files of messages that there are. */
const SHELL = import.meta.glob(["./messages/*.json", "!./messages/en.json"]);
const TRACKING = import.meta.glob([
  "../pages/tracking/tracking/messages/*.json",
  "!../pages/tracking/tracking/messages/en.json",
]);

const list = (files: Record<string, unknown>) => [
  "en",
  ...Object.keys(files).map((file) => file.slice(file.lastIndexOf("/") + 1, -".json".length)),
];

const CONSOLE_LANGUAGES = list(SHELL);
const TRACKING_LANGUAGES = list(TRACKING);

export const listPageLanguages = (pathname: string): readonly string[] =>
  pathname.startsWith("/track") ? TRACKING_LANGUAGES : CONSOLE_LANGUAGES;
