/** Who stands before the doors: whoever opened one puts something in or takes it out, and closes it. */
import { setTimeout as wait } from "node:timers/promises";
import type { Use } from "#locker-protocol/messages.ts";
import type { SimulatedLocker } from "./simulated-locker.ts";

const HANDLING_MS = 4000;
const CLOSING_MS = 1500;

/** Acts at each door of the locker that opens, until `isAway` says that nobody is there. */
export function followDoors(locker: SimulatedLocker, isAway: () => boolean): void {
  const busy = new Set<string>();
  locker.onChange(() => {
    for (const code of locker.cabinet.codes) {
      if (locker.cabinet.find(code)?.door !== "OPEN" || busy.has(code) || isAway()) continue;
      busy.add(code);
      void standAtDoor(locker, code, isAway).finally(() => busy.delete(code));
    }
  });
}

async function standAtDoor(locker: SimulatedLocker, code: string, isAway: () => boolean): Promise<void> {
  await wait(HANDLING_MS, undefined, { ref: false });
  // Without power nobody knows any more for what it opened.
  const use: Use | undefined = locker.flash.compartments[code]?.opening?.use;
  if (isAway() || locker.cabinet.find(code)?.door !== "OPEN") return;
  if (use === "deposit") await locker.cabinet.change(code, { contents: "FULL" });
  if (use === "collect") await locker.cabinet.change(code, { contents: "EMPTY" });
  await wait(CLOSING_MS, undefined, { ref: false });
  if (!isAway()) await locker.cabinet.close(code);
  // A door that is held open: tried again when it changes.
}
