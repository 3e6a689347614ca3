/**
 * Builds the web console, and GraphiQL beside it, into console/dist, where the service serves them from.
 *
 * Runs at the end of `npm ci` (npm's `prepare`). An installation without the tools of development has no Vite:
 * then there is nothing to do, and the service answers without a console.
 */
import { stat } from "node:fs/promises";
import path from "node:path";

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
  const configFile = path.join(folder, "vite.config.ts");
  await vite.build({ configFile, logLevel: "warn" });
  // In a bundle of its own: what both share, the console would have to load whole.
  await vite.build({
    configFile,
    // Its warnings are of directives in dependencies, which mean nothing once they are bundled.
    logLevel: "error",
    build: {
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: { input: path.join(folder, "graphiql.html") },
    },
  });
  console.log(
    `The console is built into console/dist (${((performance.now() - started) / 1000).toFixed(1)} s).`,
  );
}
