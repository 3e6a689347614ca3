/** The compartments of a device, which it names by their codes. */
import { compartmentsRequested } from "#domain/lockers/devices/public.ts";
import { subscribe } from "#operation/define/topic.ts";
import { listCompartments } from "../records/compartment.ts";

export const listCompartmentsOfDevice = subscribe(compartmentsRequested, async (context, { device_id }) => {
  const compartments = await listCompartments(context, device_id);
  return compartments.map(({ id, code }) => ({ id, code }));
});
