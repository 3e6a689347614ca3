/** A window of a day as one text, `09:00–12:30`, however it is typed. Pure. */
interface Window {
  /** `HH:MM`; both empty: any time. */
  from: string;
  until: string;
}

const TIME = String.raw`(\d{1,2})(?:[:.h]?(\d{2}))?`;
const WINDOW = new RegExp(String.raw`^${TIME}(?:\s*[-–—]\s*|\s+)${TIME}$`);

export function writeWindow({ from, until }: Window): string {
  return from === "" && until === "" ? "" : `${from || "00:00"}–${until || "00:00"}`;
}

/** Null when it cannot be read; an empty text is any time of the day. */
export function readWindow(typed: string): Window | null {
  const words = typed.trim();
  if (words === "") return { from: "", until: "" };
  const match = WINDOW.exec(words);
  if (match === null) return null;
  const [from, until] = [toTime(match[1], match[2]), toTime(match[3], match[4])];
  return from === null || until === null || from === until ? null : { from, until };
}

function toTime(hours = "", minutes = "00"): string | null {
  const is_midnight = Number(hours) === 24 && Number(minutes) === 0;
  if (is_midnight) return "00:00";
  if (Number(hours) > 23 || Number(minutes) > 59) return null;
  return `${hours.padStart(2, "0")}:${minutes}`;
}
