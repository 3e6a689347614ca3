/** Samples of the notices to renters whose bags are between two lockers. */
import {
  formatMoment,
  formatWindow,
  noticeSamplesRequested,
} from "#domain/execution/notifications/public.ts";
import { formatRentalSubject } from "#domain/lockers/rentals/public.ts";
import { subscribe } from "#operation/define/topic.ts";
import { notices } from "../notices.ts";

const WORDS = {
  collected: notices.collected,
  taken_over: notices.taken_over,
  at_hub: notices.at_hub,
  return_chosen: notices.chosen_by_staff,
  out: notices.out,
  delayed: notices.delayed,
  deposited: notices.deposited,
  ended: notices.ended,
  damaged: notices.damaged,
  missing_tag: notices.missing_tag,
  no_space: notices.no_space,
  resumed: notices.resumed,
} as const;
const KINDS = Object.keys(WORDS) as (keyof typeof WORDS)[];

const HOUR_MS = 3_600_000;

export const previewNotices = subscribe(noticeSamplesRequested, async (_context, { business_name, now }) => {
  const end = new Date(now.getTime() + 2 * HOUR_MS).toISOString();
  return KINDS.map((kind) => ({
    kind: `relay_${kind}`,
    write: (reader) => {
      const text = WORDS[kind].format(reader.language, {
        compartment: "A04",
        locker: "North hall",
        hub: "Central",
        window: formatWindow({ start: now.toISOString(), end }, reader),
        at: formatMoment(now, reader),
        until: formatMoment(end, reader),
        basis: "Airport",
        how_to_change: notices.change_by_asking.format(reader.language),
        codes: "A04 10427315",
      });
      return {
        subject: formatRentalSubject(reader.language, { business: business_name, id: 1042 }),
        text: `${business_name}: ${text}`,
      };
    },
  }));
});
