/** Parcels of the demo in its lockers, one in each state, with their histories, exceptions and timelines. */
import {
  composeTrackingEvent,
  insertTrackingNumbers,
  newTrackingNumber,
  OWN_PROVIDER,
  storeTrackingEvents,
} from "#domain/tracking/tracking/public.ts";
import type { Runtime } from "#operation/define/runtime.ts";
import type { StatusCode } from "#otep/codes.gen.ts";
import { systemDb } from "#platform/db/db.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { callAs } from "./call.ts";
import { insertRows } from "./insert-rows.ts";
import type { LockerDemo } from "./locker-demo.ts";
import { pickPerson } from "./names.ts";

interface DemoParcel {
  /** Of its use. */
  key: string;
  step: "expected" | "deposited" | "collected" | "expired";
  contents: string;
  ref?: string;
  exception?: { kind: "unclear" | "not_closed"; hours: number };
}

const PARCELS: readonly DemoParcel[] = [
  { key: "parcel-collected", step: "collected", contents: "Running shoes", ref: "LK-2207" },
  { key: "parcel-expired", step: "expired", contents: "Espresso grinder", ref: "LK-2201" },
  {
    key: "parcel-unclear",
    step: "deposited",
    contents: "Camera lens",
    ref: "LK-2214",
    exception: { kind: "unclear", hours: 2 },
  },
  { key: "parcel-leaving", step: "deposited", contents: "Books", ref: "LK-2217" },
  { key: "parcel-offline", step: "deposited", contents: "Guitar pedal", ref: "LK-2218" },
  { key: "parcel-deposited", step: "deposited", contents: "Prescription glasses", ref: "LK-2220" },
  { key: "parcel-north", step: "deposited", contents: "Phone charger", ref: "LK-2222" },
  {
    key: "parcel-stuck",
    step: "expected",
    contents: "Curtain rod",
    ref: "LK-2223",
    exception: { kind: "not_closed", hours: 37 / 60 },
  },
  { key: "return-reserved", step: "expected", contents: "Milk frother, defective", ref: "RMA-118" },
];

/** A delivery of today goes to the bus station, whose locker holds a compartment for it. After the orders of the day and the lockers. */
export async function createParcelOfOrder(runtime: Runtime): Promise<void> {
  const demo_rows = await systemDb(runtime.pools.system).row<{
    admin: number;
    locker_id: number | null;
    order_id: number | null;
    is_made: boolean;
  }>(
    `select (select id from account where business_id = b.id and role = 'client_admin' order by id limit 1) as admin,
       (select id from locker_device where business_id = b.id and serial = 'RODO-1') as locker_id,
       (select id from delivery_order where business_id = b.id and type = 'D' and scheduled_date = $1 and status = 'NEW_ORDER'
          order by id limit 1) as order_id,
       exists (select from device_order where business_id = b.id and order_id is not null) as is_made
       from business b where b.code = 'rounds'`,
    [toLocalDate(runtime.now(), "America/Sao_Paulo")],
  );
  if (demo_rows === undefined || demo_rows.is_made) return;
  const { admin, locker_id, order_id } = demo_rows;
  if (locker_id === null || order_id === null) return;
  const staff = await callAs(runtime, admin);
  await staff("deviceOrderCreate", {
    locker_id,
    order_id,
    purpose: "delivery",
    size: "S",
    hold_min: 24 * 60,
  });
}

export async function createDeviceOrders(demo: LockerDemo) {
  const { db, business_id, now, ago, customers, people } = demo;
  const at = (hours: number | undefined) => (hours === undefined ? null : ago(hours));
  const parcels = PARCELS.map((parcel) => ({
    ...parcel,
    use: demo.use(parcel.key),
    tracking_number: newTrackingNumber(),
  }));
  const ids = await insertRows(
    db,
    "device_order",
    parcels.map(({ key, use, step, contents, ref = null, exception, tracking_number }) => {
      const customer_id = use.customer === undefined ? null : customers[use.customer];
      const { name, phone } = pickPerson(key);
      return {
        business_id,
        tracking_number,
        customer_id,
        account_id: use.purpose === "return" ? people.café : people.admin,
        purpose: use.purpose,
        ref,
        contents,
        size: use.size,
        recipient: use.purpose === "delivery" ? { name, phone } : null,
        step,
        open_exceptions: exception === undefined ? 0 : 1,
        device_id: use.device_id,
        compartment_id: use.compartment_id,
        reservation_id: use.ended_h === undefined ? use.reservation_id : null,
        collect_days: 3,
        deposit_until: ago(use.hold_until_h ?? use.reserved_h - 24),
        deposited_at: at(use.deposited_h),
        collect_until: at(use.collect_until_h),
        collected_at: at(use.ended_h),
        ended_at: at(use.ended_h),
        price_lines: [],
        version: 1,
        created_at: ago(use.reserved_h),
        updated_at: ago(exception?.hours ?? use.ended_h ?? use.deposited_h ?? use.reserved_h),
      };
    }),
  );
  const history: Record<string, unknown>[] = [];
  const events: {
    code: StatusCode;
    hours: number;
    device_name: string;
    id: number;
    tracking_number: string;
  }[] = [];
  for (const [index, { use, step, exception, tracking_number }] of parcels.entries()) {
    const id = ids[index] ?? 0;
    const { reserved_h, deposited_h, ended_h, collect_until_h = 0, code, device_name } = use;
    const is_return = use.purpose === "return";
    const record = (action: string, actor_type: string, hours: number, details: object = {}) =>
      history.push({
        business_id,
        device_order_id: id,
        action,
        actor_type,
        account_id: actor_type === "operator" ? people.admin : actor_type === "customer" ? people.café : null,
        details,
        occurred_at: ago(hours),
        recorded_at: ago(hours),
      });
    const tell = (event: StatusCode, hours: number) =>
      events.push({ code: event, hours, device_name, id, tracking_number });
    record("created", is_return ? "customer" : "operator", reserved_h, { compartment_code: code });
    tell("otep:locker:reserved", reserved_h);
    if (deposited_h !== undefined) {
      record("deposited", "device", deposited_h);
      record("code_sent", "service", deposited_h, { use: "collect" });
      tell(is_return ? "otep:locker:dropped_off" : "otep:locker:deposited", deposited_h);
    }
    if (exception !== undefined) {
      record("exception", "device", exception.hours, { exception: exception.kind });
      tell("otep:locker:fault", exception.hours);
    }
    if (step === "expired") {
      record("expired", "service", collect_until_h);
      tell("otep:locker:expired", collect_until_h);
    }
    if (ended_h !== undefined) {
      record("collected", "device", ended_h);
      tell("otep:locker:collected", ended_h);
    }
  }
  await insertRows(db, "device_order_history", history);
  await insertRows(
    db,
    "device_order_exception",
    parcels.flatMap(({ use, exception }, index) =>
      exception === undefined
        ? []
        : [
            {
              business_id,
              device_order_id: ids[index],
              kind: exception.kind,
              compartment_id: use.compartment_id,
              note: "",
              resolution_note: "",
              occurred_at: ago(exception.hours),
              recorded_at: ago(exception.hours),
            },
          ],
    ),
  );
  await insertTrackingNumbers(
    { db, business_id, now },
    parcels.map(({ tracking_number: number }, index) => ({
      number,
      type: "device_order",
      id: ids[index] ?? 0,
    })),
  );
  await storeTrackingEvents(
    { db, business_id, enqueue: () => {} },
    events.map(({ code, hours, device_name, id, tracking_number }) => ({
      event: composeTrackingEvent(
        { now: new Date(ago(hours)) },
        { id, tracking_number },
        {
          code,
          source: { type: "locker", provider: OWN_PROVIDER },
          location: { kind: "locker", name: device_name, address: { city: "Brasília", country: "BR" } },
        },
      ),
    })),
  );
  return parcels.flatMap(({ key, use }, index) =>
    use.ended_h === undefined ? [{ key, type: "device_order", id: ids[index] ?? 0 }] : [],
  );
}
