import { useInterval } from "@mantine/hooks";
import { useState } from "react";

const NOW_EVERY_MS = 30_000;

/** The time, for what ages on the page; in milliseconds, every half minute. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useInterval(() => setNow(Date.now()), NOW_EVERY_MS, { autoInvoke: true });
  return now;
}
