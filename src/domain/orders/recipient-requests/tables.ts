/** The shape of the rows of recipients' requests. */
import type { Choice, RequestState } from "./rules.ts";

export interface RecipientRequestRow {
  id: number;
  business_id: number;
  order_id: number;
  link_id: number;
  choice: Choice;
  state: RequestState;
  /** The note, the place, the neighbour or the message; of a day, what the recipient added. */
  text: string;
  /** Of choice `day`. */
  scheduled_date: string | null;
  former_date: string | null;
  /** What the business answered, shown to the recipient. */
  answer: string | null;
  decided_by: number | null;
  decided_at: string | null;
  version: number;
  created_at: string;
}

declare module "#platform/db/tables.ts" {
  interface Tables {
    recipient_request: RecipientRequestRow;
  }
}
