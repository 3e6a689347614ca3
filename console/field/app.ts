/** Which app is used in this browser, and the link to its web manifest, by which the browser installs it. */
import { useEffect, useState } from "react";
import type { FieldApp } from "../manifest.ts";
import { startWorker } from "../offline/worker.ts";
import { listAppsAt } from "../shell/manifests.ts";

const KEY = "packhorse.app";

/** The app that this browser used last, if it has the page; else the first one that has it. */
function chooseApp(pathname: string): FieldApp {
  const apps = listAppsAt(pathname);
  return apps.find((app) => app === localStorage.getItem(KEY)) ?? apps[0] ?? "driver";
}

/** Keeps the app on the device from its first page on. */
export function useFieldApp(pathname: string): FieldApp {
  const [app] = useState(() => chooseApp(pathname));
  useEffect(() => {
    localStorage.setItem(KEY, app);
    void startWorker(app);
    // What is not sent must not be dropped by a browser that needs space.
    void navigator.storage?.persist?.();
    const link = document.createElement("link");
    link.rel = "manifest";
    link.href = `/apps/${app}.webmanifest`;
    document.head.append(link);
    return () => link.remove();
  }, [app]);
  return app;
}

interface InstallEvent extends Event {
  prompt: () => Promise<unknown>;
}

/** Installs the app; null where the browser does not offer it, undefined when it is installed. */
export function useInstall(): (() => void) | null | undefined {
  const [event, setEvent] = useState<InstallEvent | null>(null);
  const [is_installed, setInstalled] = useState(() => matchMedia("(display-mode:standalone)").matches);
  useEffect(() => {
    const onOffer = (offered: Event) => {
      offered.preventDefault();
      setEvent(offered as InstallEvent);
    };
    const onInstalled = () => setInstalled(true);
    addEventListener("beforeinstallprompt", onOffer);
    addEventListener("appinstalled", onInstalled);
    return () => {
      removeEventListener("beforeinstallprompt", onOffer);
      removeEventListener("appinstalled", onInstalled);
    };
  }, []);
  if (is_installed) return undefined;
  return event === null ? null : () => void event.prompt();
}
