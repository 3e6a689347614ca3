/** Samples of the notices to sellers and buyers. */
import { formatMoment, noticeSamplesRequested } from "#domain/execution/notifications/public.ts";
import { subscribe } from "#operation/define/topic.ts";
import { buildClaimUrl } from "../claim-url.ts";
import { notices } from "../notices.ts";

const { subject: _subject, after_fee: _fee, after_free: _free, ...words } = notices;
const {
  ready_link: ready,
  reminder_link: reminder,
  ready_account: _ready_account,
  reminder_account: _reminder_account,
  ...others
} = words;
const WORDS = { ...others, ready, reminder } as const;
const KINDS = Object.keys(WORDS) as (keyof typeof WORDS)[];

export const previewNotices = subscribe(noticeSamplesRequested, async (context, { business_name, now }) =>
  KINDS.map((kind) => ({
    kind: `resale_${kind}`,
    write: (reader) => {
      const title = "Camera";
      const text = WORDS[kind].format(reader.language, {
        title,
        compartment: "A04",
        locker: "North hall",
        at: formatMoment(now, reader),
        until: formatMoment(now, reader),
        reason: "–",
        after: notices.after_free.format(reader.language),
        link: buildClaimUrl(context.settings.base_url, `ph_link_${"x".repeat(43)}`),
      });
      return {
        subject: notices.subject.format(reader.language, { business: business_name, title }),
        text: `${business_name}: ${text}`,
      };
    },
  })),
);
