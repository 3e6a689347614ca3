/**
 * Builds the web console, and GraphiQL beside it, into console/dist, where the service serves them from.
 *
 * Runs at the end of `npm ci` (npm's `prepare`). An installation without development dependencies has no Vite:
 * then nothing is built, and the service runs without a console.
 */
import { stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { writeIcons } from "../console/icons/write-icons.ts";
import { buildServiceWorker } from "./console/build-service-worker.ts";
import { recordBuild, recordConsoleSources } from "./console/built-from.ts";
import { compressFiles } from "./console/compress-files.ts";
import { withoutFormats } from "./console/without-formats.ts";
import { writeServerMessageTypes } from "./message-types.ts";

/**
 * Modules of the tracking pages; not the map, which is loaded when there is something on it, nor what a link allows, which
 * few links do, nor the languages.
 */
const TRACKING =
  /console[\\/](api|icons|language|pages(?!.*[\\/]changes[\\/])|parts|plain|shell|theme)[\\/](?!.*messages[\\/](?!en\.json))|packages[\\/](client|otep(?!.*[\\/]labels[\\/][a-z]{2}(-\w+)?\.ts))|rolldown|vite[\\/]preload/;

/** Modules of the screen of a kiosk; not the languages, nor the reader of codes. */
const KIOSK =
  /console[\\/](field|icons|kiosk|language|plain|theme)[\\/](?!.*messages[\\/](?!en\.json))|node_modules[\\/](react|react-dom|scheduler)[\\/]|rolldown|vite[\\/]preload/;

const folder = path.resolve(import.meta.dirname, "../console");

const vite = await import("vite").catch((error: NodeJS.ErrnoException) => {
  if (error.code === "ERR_MODULE_NOT_FOUND") return undefined;
  throw error;
});

if (vite === undefined) {
  console.log("The console is not built: Vite is not installed (npm ci without --omit=dev installs it).");
} else if ((await stat(path.join(folder, "index.html")).catch(() => undefined)) === undefined) {
  console.log("The console is not built: its sources are not here.");
} else {
  const started = performance.now();
  // Not committed, because all families would change them: the client, whose only user here is the console, and the types of
  // the service's messages and the icons, which its sources need to compile.
  const { buildClient } = await import("#surfaces/generated.ts");
  const { loadRegistry } = await import("#operation/define/registry.ts");
  for (const [file, text] of Object.entries(buildClient(await loadRegistry())))
    await writeFile(path.resolve(import.meta.dirname, "..", file), text);
  await writeServerMessageTypes();
  await writeIcons();
  const sources = await recordConsoleSources(path.dirname(folder));
  const configFile = path.join(folder, "vite.config.ts");
  // Which files each page loads: `console/bundles.test.ts`.
  await vite.build({ configFile, logLevel: "warn", build: { manifest: ".vite/console.json" } });
  // In a separate bundle: in a common one, the console would have to load all shared chunks.
  await vite.build({
    configFile,
    // Its warnings are about directives in dependencies, which have no effect once bundled.
    logLevel: "error",
    build: {
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: { input: path.join(folder, "graphiql.html") },
    },
  });
  // What recipients load on a phone: Mantine and the router are replaced by the little of them that it uses.
  await vite.build({
    configFile,
    logLevel: "warn",
    plugins: [withoutFormats()],
    resolve: { alias: listPlainModules(path.join(folder, "plain")) },
    build: {
      emptyOutDir: false,
      copyPublicDir: false,
      manifest: ".vite/tracking.json",
      rolldownOptions: {
        input: path.join(folder, "tracking.html"),
        // One file: the headers of ten answers are a tenth of what is sent. The languages are files of their own.
        output: { codeSplitting: { groups: [{ name: "tracking", test: TRACKING }] } },
      },
    },
  });
  // The screen of a kiosk, which its device serves: nothing of it is loaded from elsewhere.
  await vite.build({
    configFile,
    logLevel: "warn",
    resolve: { alias: listPlainModules(path.join(folder, "plain")) },
    build: {
      emptyOutDir: false,
      copyPublicDir: false,
      manifest: ".vite/kiosk.json",
      rolldownOptions: {
        input: path.join(folder, "kiosk.html"),
        output: { codeSplitting: { groups: [{ name: "kiosk", test: KIOSK }] } },
      },
    },
  });
  const { findManifests, listAddresses, listDocuments, listUnindexed } = await import(
    "../console/find-manifests.ts"
  );
  const { MAP_STYLES } = await import("../console/map/base-map-styles.ts");
  const addresses = {
    pages: await listAddresses(),
    documents: await listDocuments(),
    unindexed: await listUnindexed(),
    origins: [...new Set(Object.values(MAP_STYLES).map((style) => new URL(style).origin))],
  };
  await writeFile(path.join(folder, "dist/addresses.json"), JSON.stringify(addresses));
  await buildServiceWorker(vite.build, folder, await findManifests());
  const { before, after } = await compressFiles(path.join(folder, "dist/assets"));
  await recordBuild(path.dirname(folder), sources);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `The console is built into console/dist (${seconds} s; ${kib(before)} of assets, ${kib(after)} as brotli).`,
  );
}

/** Modules that stand in for packages, by their names. */
function listPlainModules(folder: string): Record<string, string> {
  return {
    "@mantine/core": path.join(folder, "mantine.tsx"),
    "@mantine/form": path.join(folder, "form.ts"),
    "@mantine/notifications": path.join(folder, "notifications.ts"),
    "@tanstack/react-router": path.join(folder, "router.tsx"),
  };
}

function kib(bytes: number): string {
  return `${Math.round(bytes / 1024)} KiB`;
}
