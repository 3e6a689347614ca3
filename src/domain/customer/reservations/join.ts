/** Somebody joins the waitlist of a locked bookable; where a slot that it wants has room already, that is offered at once. */
import { createLink } from "#operation/caller/link-store.ts";
import type { Context } from "#operation/define/context.ts";
import type { Guest } from "./guest.ts";
import { computeLinkEnd, ENTRY_OPERATIONS } from "./links.ts";
import { messages } from "./messages.ts";
import { tellEntry } from "./notify.ts";
import type { BookableRow } from "./records/bookable.ts";
import { ENTRY, EntryRecord, type EntryRow, type Window } from "./records/waitlist.ts";
import { ENTRY_END, offerToEntry } from "./waitlist.ts";

export const JOIN_REFUSALS = {
  no_waitlist: "conflict",
  invalid_window: "invalid",
  too_many_places: "invalid",
} as const;

interface NewEntry {
  places: number;
  windows: readonly Window[];
  source: EntryRow["source"];
  guest: Guest;
}

const WINDOW_MS_MAX = 366 * 24 * 3_600_000;

export async function joinWaitlist(
  context: Context<keyof typeof JOIN_REFUSALS>,
  bookable: BookableRow,
  { places, windows, source, guest }: NewEntry,
): Promise<{ entry: EntryRow; token: string }> {
  const { now, due, emit, refuse } = context;
  if (!bookable.has_waitlist) throw refuse("no_waitlist", { message: messages.no_waitlist });
  const places_max =
    source === "public" ? Math.min(bookable.places_max, bookable.capacity) : bookable.capacity;
  if (places > places_max) {
    const message = messages.too_many_places.with({ places: places_max });
    throw refuse("too_many_places", {
      message: messages.too_many_places,
      values: { places: places_max },
      errors: [{ field: "places", message }],
    });
  }
  for (const [index, { from, to }] of windows.entries()) {
    const [begin, end] = [Date.parse(from), Date.parse(to)];
    if (end > begin && end > now.getTime() && end - begin <= WINDOW_MS_MAX) continue;
    throw refuse("invalid_window", {
      message: messages.invalid_window,
      errors: [{ field: `windows/${index}`, message: messages.invalid_window }],
    });
  }
  const windows_end_at = new Date(Math.max(...windows.map(({ to }) => Date.parse(to))));
  const inserted = await EntryRecord.insert(context, {
    bookable_id: bookable.id,
    places,
    windows: windows.map(({ from, to }) => ({
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
    })),
    windows_end_at: windows_end_at.toISOString(),
    source,
    ...guest,
  });
  const { token, link } = await createLink(context as never, {
    record: { type: ENTRY, id: inserted.id },
    operations: Object.values(ENTRY_OPERATIONS),
    note: null,
    expires_at: computeLinkEnd(windows_end_at),
  });
  const entry = await EntryRecord.change(context, inserted, { link_id: link.id });
  due.set(ENTRY_END, entry.id, windows_end_at);
  emit({
    subject: { type: ENTRY, id: entry.id, is_new: true },
    kind: "waitlist.joined",
    payload: { bookable_id: bookable.id, places, status: entry.status },
    before: null,
    after: { status: entry.status, places, source },
  });
  await tellEntry(context as never, bookable, entry, token);
  await offerToEntry(context as never, bookable, entry);
  return { entry, token };
}
