/** The service worker of an app: registered when the app is used, replaced when the person takes a new version. */
import { useSyncExternalStore } from "react";
import type { FieldApp } from "../manifest.ts";

const CHECK_EVERY_MS = 30 * 60_000;

let waiting: ServiceWorker | null = null;
let is_taken = false;
const watchers = new Set<() => void>();

function offer(worker: ServiceWorker | null): void {
  waiting = worker;
  for (const watcher of watchers) watcher();
}

/** Registers the worker; nothing happens where the browser has none, as on an address without TLS. */
export async function startWorker(app: FieldApp): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const registration = await navigator.serviceWorker.register(`/sw.js?app=${app}`).catch(() => undefined);
  if (registration === undefined) return;
  // The first one of a browser replaces nothing: there is no other version to leave.
  const look = () => {
    if (registration.waiting !== null && registration.active !== null) offer(registration.waiting);
  };
  look();
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", look);
  });
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (is_taken) location.reload();
  });
  const check = () => void registration.update().catch(() => {});
  addEventListener("online", check);
  setInterval(check, CHECK_EVERY_MS);
}

/** Takes the new version when there is one: the page is loaded again. Undefined when there is none. */
export function useNewVersion(): (() => void) | undefined {
  const worker = useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => waiting,
  );
  if (worker === null) return undefined;
  return () => {
    is_taken = true;
    worker.postMessage("activate");
  };
}

/** Removes the app's files and its worker from this browser. */
export async function removeWorker(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((one) => one.unregister()));
  for (const name of await caches.keys()) if (name.startsWith("packhorse.app.")) await caches.delete(name);
}
