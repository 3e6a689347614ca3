/** Relays, their bags, and each change of custody. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import { messages } from "../messages.ts";
import type { CHOOSERS, CONSENTS, EXCEPTION_KINDS, RelayStatus } from "../rules.ts";

export interface ReturnChoice {
  locker_id: number;
  locker_name: string;
  window: { start: string; end: string };
  chosen_by: (typeof CHOOSERS)[number];
  basis: string;
  consent: (typeof CONSENTS)[number] | null;
  /** Who entered it, and when. */
  account_id: number | null;
  at: string;
}

interface RelayException {
  kind: (typeof EXCEPTION_KINDS)[number];
  note: string;
  status_before: RelayStatus;
  account_id: number | null;
  at: string;
}

export interface RelayRow extends Row<"luggage_relay"> {
  status: RelayStatus;
  return_choice: ReturnChoice | null;
  exception: RelayException | null;
}
export type BagRow = Row<"luggage_relay_bag">;

export const RelayRecord = defineRecord<"luggage_relay", RelayRow>("luggage_relay", messages.no_relay);
export const BagRecord = defineRecord<"luggage_relay_bag", BagRow>("luggage_relay_bag");
export const ScanRecord = defineRecord("luggage_relay_scan");

export interface RelayView extends RelayRow {
  renter: string | null;
  customer_id: number | null;
  from_locker_id: number | null;
  from_locker: string;
  from_compartment: string;
  holder: string | null;
  warehouse: string | null;
  bags: BagRow[];
}

/** `l` is the relay. */
export const RELAYS = `select l.*, coalesce(c.name, r.contact->>'name') as renter, r.customer_id, r.device_id as from_locker_id,
    r.device_name as from_locker, r.compartment as from_compartment, a.name as holder, w.name as warehouse,
    (select coalesce(json_agg(b order by b.id), '[]'::json) from luggage_relay_bag b
      where b.business_id = l.business_id and b.relay_id = l.id) as bags
  from luggage_relay l
  join storage_rental r on r.business_id = l.business_id and r.id = l.rental_id
  left join customer c on c.business_id = r.business_id and c.id = r.customer_id
  left join account a on a.id = l.holder_account_id
  left join warehouse w on w.business_id = l.business_id and w.id = l.warehouse_id`;

type Reader = Pick<Context, "db" | "business_id">;

export const findRelay = ({ db, business_id }: Reader, id: number): Promise<RelayView | undefined> =>
  db.row<RelayView>(`${RELAYS} where l.business_id = $1 and l.id = $2`, [business_id, id]);

export function listBags({ db, business_id }: Reader, relay_id: number): Promise<BagRow[]> {
  return db.rows<BagRow>(
    "select * from luggage_relay_bag where business_id = $1 and relay_id = $2 order by id for update",
    [business_id, relay_id],
  );
}
