/** When nobody touches the screen any more, the next person must not find what the last one left. */
import { useEffect, useState } from "react";

/** How long it asks before it goes back. */
const WARNING_S = 20;

/** Seconds until the page goes back to its start; null while somebody is there. `limit_s` null: it never does. */
export function useIdle(limit_s: number | null, onIdle: () => void): number | null {
  const [remaining_s, setRemaining] = useState<number | null>(null);
  useEffect(() => {
    setRemaining(null);
    if (limit_s === null) return;
    let touched_at = Date.now();
    const touch = () => {
      touched_at = Date.now();
      setRemaining(null);
    };
    const timer = setInterval(() => {
      const left_s = limit_s - Math.floor((Date.now() - touched_at) / 1000);
      if (left_s <= 0) onIdle();
      else if (left_s <= WARNING_S) setRemaining(left_s);
    }, 500);
    addEventListener("pointerdown", touch);
    addEventListener("keydown", touch);
    return () => {
      clearInterval(timer);
      removeEventListener("pointerdown", touch);
      removeEventListener("keydown", touch);
    };
  }, [limit_s, onIdle]);
  return remaining_s;
}

/** Counts down from `seconds`, and then calls `onEnd`. */
export function useCountdown(seconds: number, onEnd: () => void): number {
  const [ends_at] = useState(() => Date.now() + seconds * 1000);
  const [remaining_s, setRemaining] = useState(seconds);
  useEffect(() => {
    const timer = setInterval(() => {
      const next_s = Math.ceil((ends_at - Date.now()) / 1000);
      setRemaining(Math.max(0, next_s));
      if (next_s <= 0) onEnd();
    }, 250);
    return () => clearInterval(timer);
  }, [ends_at, onEnd]);
  return remaining_s;
}
