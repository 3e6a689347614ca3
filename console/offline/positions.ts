/** Positions of the person who works: kept on the device, sent in batches. */
import { useEffect, useState } from "react";
import type { StoredPosition } from "./database.ts";
import { useQueue } from "./use-queue.ts";

/** A position is kept after so much time, or so far from the last one. */
const KEEP_EVERY_MS = 15_000;
const KEEP_AFTER_M = 100;
/** What was measured longer ago is not where somebody is. */
const FRESH_MS = 120_000;

let last: { lat: number; lng: number; at: number } | null = null;

/** Where the device is, for what is done now; nothing when it has not been measured lately. */
export function getPosition(): { lat: number; lng: number } | object {
  if (last === null || Date.now() - last.at > FRESH_MS) return {};
  return { lat: last.lat, lng: last.lng };
}

/** Metres, good enough over a few kilometres. */
function measure(one: { lat: number; lng: number }, other: { lat: number; lng: number }): number {
  const across = (one.lng - other.lng) * Math.cos((one.lat * Math.PI) / 180);
  return Math.hypot(one.lat - other.lat, across) * 111_320;
}

async function readBattery(): Promise<number | undefined> {
  const { getBattery } = navigator as Navigator & { getBattery?: () => Promise<{ level: number }> };
  return getBattery === undefined ? undefined : Math.round((await getBattery.call(navigator)).level * 100);
}

interface ReportOptions {
  enabled: boolean;
  sent_as: StoredPosition["sent_as"];
  route_id: number | null;
}

/** Reports positions while enabled. True when the device gives none. */
export function useReportPositions({ enabled, sent_as, route_id }: ReportOptions): boolean {
  const { database } = useQueue();
  const [is_denied, setDenied] = useState(false);
  useEffect(() => {
    if (!enabled) return;
    if (!("geolocation" in navigator)) {
      setDenied(true);
      return;
    }
    let last_position = { lat: 0, lng: 0, at: 0 };
    const keep = async ({ coords, timestamp }: GeolocationPosition) => {
      setDenied(false);
      const now = Date.now();
      const here = { lat: coords.latitude, lng: coords.longitude, at: now };
      last = here;
      if (now - last_position.at < KEEP_EVERY_MS && measure(here, last_position) < KEEP_AFTER_M) return;
      last_position = here;
      const battery_percent = await readBattery();
      const { accuracy: accuracy_m, speed, heading } = coords;
      await database("readwrite", async (transaction) =>
        transaction.put("positions", {
          ...{ seq: now, lat: here.lat, lng: here.lng, accuracy_m, route_id, sent_as },
          at: new Date(timestamp).toISOString(),
          ...(speed === null || Number.isNaN(speed) ? {} : { speed_mps: speed }),
          ...(heading === null || Number.isNaN(heading) ? {} : { heading_deg: heading }),
          ...(battery_percent === undefined ? {} : { battery_percent }),
        }),
      );
    };
    const watch = navigator.geolocation.watchPosition(
      (position) => void keep(position).catch(() => {}),
      () => setDenied(true),
      { enableHighAccuracy: true, maximumAge: 5000 },
    );
    return () => navigator.geolocation.clearWatch(watch);
  }, [enabled, sent_as, route_id, database]);
  return enabled && is_denied;
}
