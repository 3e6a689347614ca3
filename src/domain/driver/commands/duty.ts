/** On duty, on a break, off duty. */
import { Words } from "#vocabulary/basics.ts";
import { defineCommand, toldOf } from "../command.ts";
import { ownDriver, refuseSuspended } from "../own.ts";

export const DUTY_STATES = ["on", "break", "off"] as const;

export const setDuty = defineCommand({
  type: "duty",
  members: { state: Words(DUTY_STATES, { description: "What the driver is from then on." }) },
  async run(context, { state }, moment) {
    const { db, business_id, emit } = context;
    const driver = await ownDriver(context, { lock: true });
    if (state === "on") refuseSuspended(context, driver);
    // A change that happened before the present one was told is history.
    const latest = driver.duty_since === null || Date.parse(moment.at) >= Date.parse(driver.duty_since);
    const duty = latest ? state : driver.duty;
    if (latest && state !== driver.duty) {
      await db.execute(
        "update driver set duty = $3, duty_since = $4, version = version + 1 where business_id = $1 and id = $2",
        [business_id, driver.id, state, moment.at],
      );
    }
    emit({
      subject: { type: "driver", id: driver.id },
      kind: "driver.duty",
      payload: { state, duty },
      occurred_at: moment.at,
      before: { duty: driver.duty },
      after: { duty },
    });
    return { result: true, duty, ...toldOf(moment) };
  },
});
