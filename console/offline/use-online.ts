/** Whether the browser has a network at all. */
import { useSyncExternalStore } from "react";

const subscribe = (watcher: () => void) => {
  addEventListener("online", watcher);
  addEventListener("offline", watcher);
  return () => {
    removeEventListener("online", watcher);
    removeEventListener("offline", watcher);
  };
};

export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);
