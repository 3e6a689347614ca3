/** The accounts of a contractor, which orders are assigned to. */
import type { Db } from "#platform/db/db.ts";

export interface ContractorAccount {
  id: number;
  name: string;
  contractor_id: number;
}

/**
 * The contractor account with this user id, if it and its contractor are active (the account may also be invited). The contractor
 * is locked, so that it and its accounts are not disabled before the transaction ends.
 */
export async function findContractorAccount(
  db: Db,
  business_id: number,
  account_id: number,
): Promise<ContractorAccount | undefined> {
  return db.row<ContractorAccount>(
    `select a.id, a.name, a.contractor_id from account a
       join contractor c on c.business_id = a.business_id and c.id = a.contractor_id
      where a.business_id = $1 and a.id = $2 and a.role = 'broker_employee' and a.status in ('active', 'invited')
        and c.status = 'active' for share of c`,
    [business_id, account_id],
  );
}
