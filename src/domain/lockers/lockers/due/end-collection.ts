/** What should have been collected is overdue. */
import { defineDue } from "#operation/define/due.ts";
import { endCollectionInTime } from "../expiry.ts";
import { COLLECTION_END } from "../times.ts";

export const endCollection = defineDue({
  kind: COLLECTION_END,

  async run(context, { subject }) {
    await endCollectionInTime(context, Number(subject));
  },
});
