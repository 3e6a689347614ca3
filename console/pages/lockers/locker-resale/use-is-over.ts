/** Whether a time has come; the page is drawn again when it comes. */
import { useEffect, useState } from "react";

export function useIsOver(until: string | null): boolean {
  const [over, setOver] = useState<string | null>(null);
  useEffect(() => {
    if (until === null) return;
    const timer = setTimeout(() => setOver(until), Math.max(0, Date.parse(until) - Date.now()));
    return () => clearTimeout(timer);
  }, [until]);
  return until !== null && over === until;
}
