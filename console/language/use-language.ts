import { useSyncExternalStore } from "react";
import { getLocale, onLanguageChange } from "./language.ts";

/** The locale of the texts; the caller is rendered again when it changes. */
export const useLocale = () => useSyncExternalStore(onLanguageChange, getLocale);
