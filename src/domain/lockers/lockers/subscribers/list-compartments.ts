/** The compartments of devices, which they name by their codes. */
import { compartmentsRequested, type DeviceCompartment } from "#domain/lockers/devices/public.ts";
import { subscribe } from "#operation/define/topic.ts";

export const listCompartmentsOfDevices = subscribe(
  compartmentsRequested,
  ({ db, business_id }, { device_ids }) =>
    db.rows<DeviceCompartment>(
      `select id, code from locker_compartment where business_id = $1 and device_id = any($2::bigint[])
        order by device_id, wall_column, wall_row`,
      [business_id, [...device_ids]],
    ),
);
