/** What a driver does, as items of the queue: stored on the device, with the time and the place. */

import { text as fieldText } from "../../../field/text.ts";
import type { QueuedItem } from "../../../offline/items.ts";
import { getPosition } from "../../../offline/positions.ts";
import type { NewFile } from "../../../offline/queue.ts";
import { useQueue } from "../../../offline/use-queue.ts";
import { notifyFailure } from "../../../parts/toast.ts";
import type { DayRoute, DayStop } from "./overlay.ts";
import { text } from "./text.ts";

export const nameStop = ({ seq, tasks }: DayStop): string => {
  const place = tasks[0]?.place;
  return `${seq}. ${place?.name || place?.line1 || tasks[0]?.tracking_number || ""}`;
};

interface Step {
  type: string;
  subject: string;
  label: string;
  body: Record<string, unknown>;
  files?: readonly NewFile[];
  /** The refused item that it corrects: it happened when that happened. */
  corrects?: QueuedItem | undefined;
}

export function useCommands() {
  const queue = useQueue();
  /** False when the device could not keep it, which the driver sees. */
  const add = async ({ files, corrects, ...step }: Step): Promise<boolean> => {
    const occurred_at = corrects?.occurred_at ?? new Date().toISOString();
    try {
      await queue.add({ channel: "driver", ...step, occurred_at }, files, corrects?.seq);
      return true;
    } catch (error) {
      notifyFailure(error, fieldText.form.not_kept);
      return false;
    }
  };
  const ofRoute = (type: string, { route }: DayRoute) =>
    add({ type, subject: `route/${route.id}`, label: route.number, body: { route_id: route.id } });
  return {
    setDuty: (state: "on" | "break" | "off") =>
      add({ type: "duty", subject: "duty", label: text.shift[state], body: { state } }),
    startRoute: (route: DayRoute) => ofRoute("route_start", route),
    pauseRoute: (route: DayRoute) => ofRoute("route_pause", route),
    resumeRoute: (route: DayRoute) => ofRoute("route_resume", route),
    /** The orders are named, so that what happened counts although the stop is taken off the route meanwhile. */
    atStop: (
      type: "stop_arrive" | "stop_complete" | "stop_fail" | "stop_skip",
      route: DayRoute,
      stop: DayStop,
      more: {
        body?: Record<string, unknown>;
        files?: readonly NewFile[];
        corrects?: QueuedItem | undefined;
      } = {},
    ) =>
      add({
        type,
        subject: `stop/${stop.id}`,
        label: nameStop(stop),
        body: {
          stop_id: stop.id,
          route_id: route.route.id,
          order_ids: [...new Set(stop.tasks.map(({ order_id }) => order_id))],
          ...getPosition(),
          ...more.body,
        },
        files: more.files ?? [],
        corrects: more.corrects,
      }),
    scan: (code: string, action: string, order_id?: number) =>
      add({
        type: "scan",
        subject: `parcel/${code}`,
        label: code,
        body: { code, action, ...(order_id === undefined ? {} : { order_id }), ...getPosition() },
      }),
  };
}
