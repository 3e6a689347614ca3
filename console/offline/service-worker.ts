/**
 * Keeps the files of one app on the device, so that it opens without a connection. Requests for data are never touched:
 * what an account may see is kept by the page, in the account's own database, and not here.
 *
 * Built as `/sw.js` with the list of files of each app (`scripts/console/build-service-worker.ts`). A new version waits until
 * the person takes it, so that one visit never mixes two versions.
 */

/** Of the build: a version, the addresses of the files of each app, and those of their pages. */
declare const PRECACHE: {
  version: string;
  apps: Record<string, readonly string[]>;
  pages: readonly string[];
};
const { version, apps, pages } = PRECACHE;

interface ExtendableEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void;
}
interface FetchEvent extends ExtendableEvent {
  request: Request;
  respondWith: (response: Promise<Response>) => void;
}
interface WorkerScope {
  location: Location;
  clients: { claim: () => Promise<void> };
  skipWaiting: () => Promise<void>;
  addEventListener: {
    (type: "install" | "activate", listen: (event: ExtendableEvent) => void): void;
    (type: "fetch", listen: (event: FetchEvent) => void): void;
    (type: "message", listen: (event: MessageEvent) => void): void;
  };
}

const scope = globalThis as unknown as WorkerScope;
const PREFIX = "packhorse.app.";
const app = new URL(scope.location.href).searchParams.get("app") ?? "driver";
const name = `${PREFIX}${app}.${version}`;
const DOCUMENT = "/index.html";

scope.addEventListener("install", (event) => {
  event.waitUntil(install());
});
scope.addEventListener("activate", (event) => {
  event.waitUntil(activate());
});
scope.addEventListener("message", ({ data }) => {
  if (data === "activate") void scope.skipWaiting();
});
scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== scope.location.origin) return;
  if (request.mode === "navigate") {
    if (isPage(url.pathname)) event.respondWith(answerPage(request));
  } else if (isFile(url.pathname)) event.respondWith(answerFile(request, url.pathname));
});

/** All files or none: half an app would not open. */
async function install(): Promise<void> {
  const cache = await caches.open(name);
  const files = apps[app] ?? [];
  const fresh = files.map(
    (file) => new Request(file, { cache: file.startsWith("/assets/") ? "default" : "reload" }),
  );
  await cache.addAll(fresh);
}

async function activate(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((one) => one.startsWith(PREFIX) && one !== name).map((one) => caches.delete(one)),
  );
  await scope.clients.claim();
}

/** `/driver/stops/$stop_id` has any segment in its last place. */
function isPage(pathname: string): boolean {
  const parts = pathname.replace(/(?<=.)\/$/, "").split("/");
  return pages.some((page) => {
    const page_parts = page.split("/");
    return (
      page_parts.length === parts.length &&
      page_parts.every((word, at) => word.startsWith("$") || word === parts[at])
    );
  });
}

const isFile = (pathname: string) => apps[app]?.includes(pathname) === true;

/** The document of this version: its scripts are here, those of a newer one are not. */
async function answerPage(request: Request): Promise<Response> {
  const cached_response = await (await caches.open(name)).match(DOCUMENT);
  return cached_response ?? fetch(request);
}

async function answerFile(request: Request, pathname: string): Promise<Response> {
  const cached_response = await (await caches.open(name)).match(pathname);
  return cached_response ?? fetch(request);
}

// A module, so that its names are its own.
export {};
