/** The bags of a relay were to be at the chosen locker by now, and are not. */
import { formatMoment } from "#domain/execution/notifications/public.ts";
import { findDevice } from "#domain/lockers/devices/public.ts";
import { defineDue } from "#operation/define/due.ts";
import { notices } from "../notices.ts";
import { tellOfRelay } from "../notify.ts";
import { RELAY_WINDOW_END, RelayRecord } from "../records/relay.ts";

export const tellDelay = defineDue({
  kind: RELAY_WINDOW_END,

  async run(context, { subject }) {
    const relay = await RelayRecord.lock(context, Number(subject));
    if (relay === undefined || relay.return_choice === null) return;
    if (relay.status === "STORED_IN_LOCKER_2" || relay.status === "COLLECTED") return;
    const { locker_id, locker_name: locker, window } = relay.return_choice;
    // Another time may have been chosen since.
    if (Date.parse(window.end) > context.now.getTime()) return;
    const device = await findDevice(context, locker_id);
    await tellOfRelay(context, relay, {
      kind: "relay_delayed",
      occurrence: window.end,
      place: device?.place ?? {},
      write: (reader) => notices.delayed.with({ locker, until: formatMoment(window.end, reader) }),
    });
  },
});
