/** Languages of the pages of drivers, buyers and sellers, by the files of messages that there are. */
import type { FieldApp } from "../manifest.ts";
import { listPageLanguages } from "./languages.ts";
import { isInAllLanguages, listAppsAt } from "./manifests.ts";

const FILES = import.meta.glob([
  "../pages/execution/driver-app/messages/*.json",
  "!../pages/execution/driver-app/messages/en.json",
]);
const LANGUAGES = [
  "en",
  ...Object.keys(FILES).map((file) => file.slice(file.lastIndexOf("/") + 1, -".json".length)),
];
const OF_DRIVERS: readonly FieldApp[] = ["driver", "rider"];

/** Languages of the page at this path, whatever page it is. */
export const listLanguagesAt = (pathname: string): readonly string[] =>
  isInAllLanguages(pathname) || listAppsAt(pathname).some((app) => OF_DRIVERS.includes(app))
    ? LANGUAGES
    : listPageLanguages(pathname);
