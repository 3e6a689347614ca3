/** What contractors ask of the families that know their drivers and their routes. */
import { defineTopic } from "#operation/define/topic.ts";

export interface ContractorWork {
  contractor_id: number;
  /** Active drivers. */
  drivers: number;
  /** Open orders on its routes that are not completed. */
  orders_on_routes: number;
}

/** What these contractors have; each family answers what it knows, and leaves out contractors that have nothing. */
export const contractorWorkRequested = defineTopic<
  { contractor_ids: readonly number[] },
  (Pick<ContractorWork, "contractor_id"> & Partial<ContractorWork>)[]
>("contractors.work_requested");
