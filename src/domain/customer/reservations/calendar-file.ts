/** Calendars as files (iCalendar, RFC 5545). Times are in UTC, so that no file needs rules of a time zone. Pure. */

export interface CalendarEvent {
  /** The same in each version of one reservation. */
  uid: string;
  /** Grows with each change that calendars must notice. */
  sequence: number;
  changed_at: string;
  starts_at: string;
  ends_at: string;
  summary: string;
  description?: string;
  location?: string | null;
  is_cancelled: boolean;
}

const toStamp = (at: string): string => `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;

const escapeText = (text: string): string =>
  text.replaceAll(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll(/\r\n|\r|\n/g, "\\n");

/** A line has at most 75 bytes; what is beyond stands in lines that begin with a space. No character is cut. */
function foldLine(line: string): string {
  const parts: string[] = [];
  let part = "";
  let bytes = 0;
  for (const sign of line) {
    const size = Buffer.byteLength(sign);
    if (bytes + size > 75) {
      parts.push(part);
      part = " ";
      bytes = 1;
    }
    part += sign;
    bytes += size;
  }
  return [...parts, part].join("\r\n");
}

export function buildCalendarFile(name: string, events: readonly CalendarEvent[]): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Packhorse//Reservations//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `X-WR-CALNAME:${escapeText(name)}`,
    ...events.flatMap((event) => [
      "BEGIN:VEVENT",
      `UID:${event.uid}`,
      `SEQUENCE:${event.sequence}`,
      `DTSTAMP:${toStamp(event.changed_at)}`,
      `DTSTART:${toStamp(event.starts_at)}`,
      `DTEND:${toStamp(event.ends_at)}`,
      `SUMMARY:${escapeText(event.summary)}`,
      ...(event.description ? [`DESCRIPTION:${escapeText(event.description)}`] : []),
      ...(event.location ? [`LOCATION:${escapeText(event.location)}`] : []),
      `STATUS:${event.is_cancelled ? "CANCELLED" : "CONFIRMED"}`,
      "END:VEVENT",
    ]),
    "END:VCALENDAR",
  ];
  return `${lines.map(foldLine).join("\r\n")}\r\n`;
}
