/** Sets the title of the document while a page is open. Public pages use it, which have no frame of the console. */
import { useLocation, useMatches } from "@tanstack/react-router";
import { useEffect } from "react";
import { translateWord } from "../language/manifest-words.ts";
import { setPageTitle } from "./page-title.ts";

/** The title of the page that is open, as its manifest names it. */
export function useManifestTitle(): string {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  return title === undefined ? "Packhorse" : translateWord(title);
}

/** Sets the title of the document: the given one, or that of the manifest. */
export function usePageTitle(title?: string): void {
  const usual = useManifestTitle();
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: two records may have one title.
  useEffect(() => setPageTitle(title ?? usual), [title, usual, pathname]);
}
