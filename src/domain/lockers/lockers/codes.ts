/** Codes of a reservation, which the device of the compartment verifies without a network. */
import type { DeviceRow } from "#domain/lockers/devices/public.ts";
import { buildCode, deriveSecret } from "#locker-protocol/codes.ts";
import type { Use as DeviceUse } from "#locker-protocol/messages.ts";
import type { Context } from "#operation/define/context.ts";
import { decryptText } from "#platform/auth/secrets.ts";
import { messages } from "./messages.ts";
import type { Use } from "./rules.ts";
import { issueCounter, type ReservationTarget } from "./state.ts";

/** The code of a counter of a compartment; refused where the device has no secret yet. */
export function computeCode(
  { settings, refuse }: Pick<Context<"not_provisioned">, "settings" | "refuse">,
  device: DeviceRow,
  compartment: { code: string },
  use: DeviceUse,
  counter: number,
): string {
  if (device.code_secret === null) throw refuse("not_provisioned", { message: messages.not_provisioned });
  const code_secret = Buffer.from(decryptText(settings.secret_key, device.code_secret), "base64url");
  return buildCode(deriveSecret(code_secret, compartment.code, use), counter);
}

export const CODE_REFUSALS = { not_provisioned: "conflict", deposit_done: "conflict" } as const;

/** The code to deposit while nothing is in it, or to collect: the same again unless it is issued anew, which ends the earlier ones. */
export async function issueCode(
  context: Context<keyof typeof CODE_REFUSALS>,
  target: ReservationTarget,
  use: Use,
  reissue: boolean,
) {
  const { device, compartment, reservation } = target;
  if (use === "deposit" && reservation.status === "IN_USE")
    throw context.refuse("deposit_done", { message: messages.deposit_done });
  let counter = reservation[`${use}_counter`];
  if (counter === null || reissue) {
    counter = await issueCounter(context, target, use);
    context.emit({
      subject: { type: "locker_reservation", id: reservation.id },
      kind: "locker.codes_issued",
      payload: {
        device_id: device.id,
        compartment_id: compartment.id,
        purpose: reservation.purpose,
        status: reservation.status,
        use,
        counter,
      },
    });
  }
  return {
    compartment_code: compartment.code,
    use,
    code: computeCode(context, device, compartment, use, counter),
    valid_until: use === "deposit" ? reservation.expires_at : null,
  };
}
