/** Relays, their bags, and each change of custody. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import { messages } from "../messages.ts";
import type { CHOOSERS, CONSENTS, EXCEPTION_KINDS, RelayStatus, Scan } from "../rules.ts";

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

interface BagView extends BagRow {
  /** Until when its compartment waits for it. */
  reserved_until: string | null;
}

export interface RelayView extends RelayRow {
  renter: string | null;
  customer_id: number | null;
  from_locker_id: number | null;
  from_locker: string;
  from_compartment: string;
  holder: string | null;
  warehouse: string | null;
  bags: BagView[];
}

/** `l` is the relay. */
export const RELAYS = `select l.*, coalesce(c.name, r.contact->>'name') as renter, r.customer_id, r.device_id as from_locker_id,
    r.device_name as from_locker, r.compartment as from_compartment, a.name as holder, w.name as warehouse,
    (select coalesce(jsonb_agg(to_jsonb(b) || jsonb_build_object('reserved_until', v.expires_at) order by b.id), '[]'::jsonb)
       from luggage_relay_bag b
       left join locker_reservation v on v.business_id = b.business_id and v.id = b.reservation_id and v.status = 'HELD'
      where b.business_id = l.business_id and b.relay_id = l.id) as bags
  from luggage_relay l
  join storage_rental r on r.business_id = l.business_id and r.id = l.rental_id
  left join customer c on c.business_id = r.business_id and c.id = r.customer_id
  left join account a on a.id = l.holder_account_id
  left join warehouse w on w.business_id = l.business_id and w.id = l.warehouse_id`;

/** The bags were to be at the chosen locker by then. */
export const RELAY_WINDOW_END = "luggage_relay.window_end";

type Reader = Pick<Context, "db" | "business_id">;

/** Drivers see relays that are not over, those of contractors none. `account` is a placeholder. */
export const buildDriverCondition = (account: string) =>
  `(l.status <> 'COLLECTED' and exists (select from driver d
     where d.business_id = l.business_id and d.account_id = ${account} and d.contractor_id is null))`;

/** The account of a driver who calls; undefined for everybody else. */
export const findDriverAccount = ({ actor }: Pick<Context, "actor">): number | undefined =>
  actor.role === "driver" ? (actor.account_id ?? 0) : undefined;

export const findRelay = (
  context: Reader & Pick<Context, "actor">,
  id: number,
): Promise<RelayView | undefined> =>
  context.db.row<RelayView>(
    `${RELAYS} where l.business_id = $1 and l.id = $2 and ($3::bigint is null or ${buildDriverCondition("$3::bigint")})`,
    [context.business_id, id, findDriverAccount(context) ?? null],
  );

interface CustodyScan extends Row<"luggage_relay_scan"> {
  step: Scan;
  account: string | null;
}

/** Each bag at each change of custody, the first one first. */
export const listScans = ({ db, business_id }: Reader, relay_id: number): Promise<CustodyScan[]> =>
  db.rows<CustodyScan>(
    `select s.*, a.name as account from luggage_relay_scan s left join account a on a.id = s.account_id
      where s.business_id = $1 and s.relay_id = $2 order by s.id`,
    [business_id, relay_id],
  );

export function listBags({ db, business_id }: Reader, relay_id: number): Promise<BagRow[]> {
  return db.rows<BagRow>(
    "select * from luggage_relay_bag where business_id = $1 and relay_id = $2 order by id for update",
    [business_id, relay_id],
  );
}
