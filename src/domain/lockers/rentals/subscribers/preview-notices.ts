/** Samples of the notices to renters. */
import { formatMoment, noticeSamplesRequested } from "#domain/execution/notifications/public.ts";
import { subscribe } from "#operation/define/topic.ts";
import { formatMoney } from "#vocabulary/money.ts";
import { notices } from "../notices.ts";
import { formatRentalSubject } from "../notify.ts";

const KINDS = ["booked", "code", "ending", "overdue", "charged", "removed"] as const;

export const previewNotices = subscribe(noticeSamplesRequested, async (context, { business_name, now }) =>
  KINDS.map((kind) => ({
    kind: `rental_${kind}`,
    write: (reader) => {
      const text = notices[kind].format(reader.language, {
        compartment: "A04",
        locker: "North hall",
        code: "10427315",
        until: formatMoment(now, reader),
        amount: formatMoney(500, context.business.currency, reader.language),
        kept_at: "Office 2",
      });
      return {
        subject: formatRentalSubject(reader.language, { business: business_name, id: 1042 }),
        text: `${business_name}: ${text}`,
      };
    },
  })),
);
