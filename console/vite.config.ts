/**
 * Bundles the console (`scripts/build-console.ts` bundles GraphiQL beside it); in development `/api` and the
 * other service paths are proxied to a running service.
 */
import path from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { mantineStyles } from "./mantine-styles.ts";
import { messageFiles } from "./message-files.ts";
import { operationCalls } from "./operation-calls.ts";
import { operationRules } from "./operation-rules.ts";
import { pageAccess } from "./page-access.ts";

const service = process.env["SERVICE_URL"] ?? "http://localhost:8080";
const proxy = Object.fromEntries(
  // The console has sources of its own in `api/`.
  ["^/api/(?!.*\\.ts(\\?|$))", "/version", "/healthz", "/mqtt"].map((prefix) => [
    prefix,
    { target: service, changeOrigin: false, ws: prefix === "/mqtt" },
  ]),
);

/** `texts-pt`; English is compiled into what uses it. */
function buildTextsName(id: string): string | null {
  const language = path.basename(id, ".json");
  return language === "en" ? null : `texts-${language}`;
}

/** Grids, the words of records and dialogs of few pages are in chunks of their own: other pages do not load them. */
const SHARED =
  /node_modules[\\/](@mantine|@floating-ui|react-)|console[\\/](parts|api|icons|language)[\\/](?!.*(messages|words|timeline|trace|json|editable|grid|invitation|unsent|plans|customer-orders|address|countries|photo|scan-input|day-picker|price-families|proofs|drop-file|action-dialog|customer-select)[\\/.])/;

export default defineConfig({
  root: import.meta.dirname,
  resolve: {
    alias: {
      // The same parser without Node's buffers.
      "csv-parse/sync": "csv-parse/browser/esm/sync",
      // Texts are parsed in the build: `message-files.ts`.
      "@formatjs/icu-messageformat-parser": "@formatjs/icu-messageformat-parser/no-parser.js",
    },
  },
  plugins: [
    react(),
    messageFiles(),
    operationCalls(),
    operationRules(),
    pageAccess(),
    mantineStyles(import.meta.dirname),
  ],
  build: {
    outDir: path.join(import.meta.dirname, "dist"),
    emptyOutDir: true,
    target: "es2022",
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1400,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "maplibre", test: /node_modules[\\/]maplibre-gl/ },
            // What every page of the console needs, in one request.
            {
              name: buildTextsName,
              debugName: "texts",
              test: /console[\\/](language|parts|shell)[\\/]messages|virtual:(manifest-texts|rule-texts|record-codes)\//,
            },
            { name: "react", test: /node_modules[\\/](react|react-dom|scheduler|@tanstack)[\\/]/ },
            // What several pages need, in one request: the headers of fifty answers are a sixth of what is sent.
            { name: "shared", test: SHARED, minShareCount: 4, priority: -1 },
          ],
        },
      },
    },
  },
  server: { proxy },
  preview: { proxy },
});
