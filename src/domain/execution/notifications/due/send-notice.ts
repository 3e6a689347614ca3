/** Send a notice that waited for the end of quiet hours, or say why it is of no use any more. */
import { defineDue } from "#operation/define/due.ts";
import { SEND_NOTICE, sendDeferredNotice } from "../tell.ts";

export const sendNotice = defineDue({
  kind: SEND_NOTICE,

  run: (context, { subject }) => sendDeferredNotice(context, Number(subject)),
});
