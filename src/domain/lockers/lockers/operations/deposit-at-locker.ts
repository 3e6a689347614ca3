/** Deposit with a code before the locker: open the door, then say whether it is in. */
import { defineOperation } from "#operation/define/define.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { CODE_ATTEMPTS, KIOSK_REFUSALS, KioskAnswer, KioskInput, runAtKiosk } from "../at-kiosk.ts";

export const depositAtLocker = defineOperation({
  name: "lockerDeposit",
  summary: "Deposit at a kiosk with a code",
  access: { roles: TENANT_ROLES, scopes: ["lockers:use"] },
  rest: { method: "POST", path: "/api/v1/lockers/deposit" },
  limit: { name: "locker_codes", per_s: 0.2, burst: 10 },
  attempts: CODE_ATTEMPTS,
  localised: true,
  input: KioskInput,
  output: KioskAnswer,
  refusals: KIOSK_REFUSALS,

  run: (context, input) => runAtKiosk(context, "deposit", input),
});
