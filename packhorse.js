// The entry. Plain JavaScript, so that an old Node can still read it and say what to do.
const major = Number(process.versions.node.split(".")[0]);
if (major < 26) {
  console.error(
    `Packhorse needs Node 26 or later; this is ${process.version}. Start it with "npm start", which uses the Node that "npm ci" installed.`,
  );
  process.exit(1);
}
const { enableCompileCache } = await import("node:module");
enableCompileCache();
const { existsSync } = await import("node:fs");
const bundle = new URL("build/service/start.js", import.meta.url);
await import(existsSync(bundle) ? bundle.href : "./src/main.ts");
