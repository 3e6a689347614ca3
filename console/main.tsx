import "@mantine/core/styles.layer.css";
import "@mantine/notifications/styles.layer.css";
import "./theme/base.css";
import "./theme/shell.css";
import "./theme/parts.css";
import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { queryClient } from "./api/queries.ts";
import { router } from "./router.tsx";
import { theme, variables } from "./theme/theme.ts";

const schemes = localStorageColorSchemeManager({ key: "packhorse.scheme" });
const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root.");

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      colorSchemeManager={schemes}
      defaultColorScheme="auto"
    >
      {/* Drawers and their buttons are on the right. */}
      <Notifications position="bottom-left" limit={4} />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
