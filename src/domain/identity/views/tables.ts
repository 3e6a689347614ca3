/** The shape of the rows of saved views. */
import type { ViewDefinition } from "./shapes.ts";

export interface ViewRow {
  id: number;
  business_id: number;
  /** The account that saved it. */
  account_id: number;
  page: string;
  name: string;
  shared: boolean;
  definition: ViewDefinition;
  version: number;
  created_at: string;
  updated_at: string;
}

declare module "#platform/db/tables.ts" {
  interface Tables {
    saved_view: ViewRow;
  }
}
