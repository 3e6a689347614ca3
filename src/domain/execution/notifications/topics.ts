/** What families that tell people of their records are asked. */
import { defineTopic } from "#operation/define/topic.ts";
import type { Reader } from "./locale.ts";
import type { NoticeText } from "./tell.ts";

interface NoticeSample {
  kind: string;
  /** With values as long as real ones. */
  write(reader: Reader): NoticeText;
}

/** Every kind of notice of a family, for previews. */
export const noticeSamplesRequested = defineTopic<{ business_name: string; now: Date }, NoticeSample[]>(
  "notifications.notice_samples_requested",
);
