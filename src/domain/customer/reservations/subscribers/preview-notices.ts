/** Samples of the notices to guests. */
import { noticeSamplesRequested } from "#domain/execution/notifications/public.ts";
import { subscribe } from "#operation/define/topic.ts";
import { formatMoney } from "#vocabulary/money.ts";
import { notices } from "../notices.ts";
import { formatMoment, formatSlot, NOTICE_KINDS } from "../notify.ts";

const SLOT_MS = 3_600_000;

export const previewNotices = subscribe(noticeSamplesRequested, async (context, { business_name, now }) => {
  const { base_url } = context.settings;
  const slot = { starts_at: now.toISOString(), ends_at: new Date(now.getTime() + SLOT_MS).toISOString() };
  const { currency, time_zone } = context.business;
  return [...NOTICE_KINDS, "offered" as const].map((kind) => ({
    kind: kind === "offered" ? "waitlist_offered" : `reservation_${kind}`,
    write: ({ language }) => {
      const facts = {
        bookable: "Dock 1",
        slot: formatSlot(slot, language, time_zone),
        code: "K7M2QXA",
        amount: formatMoney(2500, currency, language),
        until: formatMoment(slot.ends_at, language, time_zone),
        link: `${base_url}/reservation`,
      };
      return {
        subject: notices.subject.format(language, { business: business_name, bookable: facts.bookable }),
        text: `${business_name}: ${notices[kind].format(language, facts)}`,
      };
    },
  }));
});
