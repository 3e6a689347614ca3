/** What other families may do with notifications: tell a person about something else than an order. */
export { formatMoment, formatWindow, type Reader } from "./locale.ts";
export { listNotices, Notice } from "./records/notice.ts";
export { type NoticeContact, type NoticeDraft, tellPerson } from "./tell.ts";
export { cleanValue } from "./templates.ts";
export { noticeSamplesRequested } from "./topics.ts";
