import "virtual:mantine-styles.css";
import "@mantine/notifications/styles.layer.css";
import "./theme/base.css";
import "./theme/shell.css";
import "./theme/parts.css";
import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { Fragment, StrictMode, useEffect } from "react";
import { createRoot } from "react-dom/client";
import { startLive } from "./api/live/live.ts";
import { queryClient } from "./api/queries.ts";
import { useLocale } from "./language/use-language.ts";
import { ShownInvitation } from "./parts/invitation/invitation-link.tsx";
import { router } from "./router.tsx";
import { theme, variables } from "./theme/theme.ts";

const schemes = localStorageColorSchemeManager({ key: "packhorse.scheme" });
const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root.");

/** Everything is rendered again in another language. */
function App() {
  const locale = useLocale();
  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
  return (
    <Fragment key={locale}>
      {/* Drawers and their buttons are on the right. */}
      <Notifications position="bottom-left" limit={4} />
      <RouterProvider router={router} />
      <ShownInvitation />
    </Fragment>
  );
}

startLive(queryClient);

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      colorSchemeManager={schemes}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <App />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
