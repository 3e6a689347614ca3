/** Says when the pages are not kept up to date, and since when. */
import { IconCloudOff } from "#icons";
import { useLiveState } from "../api/live/live.ts";
import { useTimes } from "../parts/times.ts";
import { text } from "./text.ts";

export function LiveMark() {
  const live = useLiveState();
  const times = useTimes();
  return (
    <span className="live-mark" role="status">
      {live.state === "disconnected" ? (
        <>
          <IconCloudOff size={16} stroke={1.8} />
          <span>{text.not_live({ time: times.time(new Date(live.known_until).toISOString()) })}</span>
        </>
      ) : null}
    </span>
  );
}
