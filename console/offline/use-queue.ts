import { useSyncExternalStore } from "react";
import { useMe } from "../api/session.ts";
import { getQueue, type Queue, type QueueState } from "./queue.ts";

/** The queue of the signed-in account. */
export const useQueue = (): Queue => getQueue(useMe().user.id);

export function useQueueState(): QueueState {
  const queue = useQueue();
  return useSyncExternalStore(queue.subscribe, queue.getState);
}
