/**
 * The public pages of tracking, in a bundle of their own: what recipients load on a phone has neither the console nor
 * Mantine. The pages are those of the manifest, which the console shows as well.
 */
import "./plain.css";
import "../theme/base.css";
import "../theme/parts.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { type ComponentType, Fragment, lazy, StrictMode, Suspense, useEffect } from "react";
import { createRoot } from "react-dom/client";
import { queryClient } from "../api/queries.ts";
import { offerLanguages } from "../language/language.ts";
import { loadWithTexts } from "../language/texts.ts";
import { useLocale } from "../language/use-language.ts";
import { manifest } from "../pages/tracking/tracking/manifest.ts";
import { listPageLanguages } from "../shell/languages.ts";
import { findMatch, type Match, Pages, setOwnAddresses } from "./router.tsx";
import { applyScheme } from "./scheme.ts";
import { writeVariables } from "./variables.ts";

const pages = new Map<string, { title: string; Page: ComponentType }>();
for (const [path, page] of Object.entries(manifest.public_pages))
  if ("load" in page)
    pages.set(path, {
      title: page.title,
      Page: lazy(async () => ({ default: await loadWithTexts(page.load) })),
    });

function find(pathname: string): Match | undefined {
  const match = findMatch([...pages.keys()], pathname);
  return match && { ...match, title: pages.get(match.path)?.title };
}

/** Everything is rendered again in another language. */
function App() {
  const locale = useLocale();
  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
  return (
    <Fragment key={locale}>
      <Pages find={find}>
        {({ path }) => {
          const Page = pages.get(path)?.Page;
          return Page === undefined ? null : (
            <Suspense>
              <Page />
            </Suspense>
          );
        }}
      </Pages>
    </Fragment>
  );
}

const root = document.getElementById("root");
if (root === null) throw new Error("tracking.html has no #root.");
writeVariables();
applyScheme();
setOwnAddresses((pathname) => find(pathname) !== undefined);
await offerLanguages(listPageLanguages(location.pathname));

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
);
