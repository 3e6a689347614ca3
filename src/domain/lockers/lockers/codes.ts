/** Codes of a reservation, which the device of the compartment verifies without a network. */
import type { DeviceRow } from "#domain/lockers/devices/public.ts";
import { buildCode, deriveSecret } from "#locker-protocol/codes.ts";
import type { Context } from "#operation/define/context.ts";
import { decryptText } from "#platform/auth/secrets.ts";
import { messages } from "./messages.ts";
import type { Use } from "./rules.ts";

/** The code of a counter of a compartment; refused where the device has no secret yet. */
export function computeCode(
  { settings, refuse }: Pick<Context<"not_provisioned">, "settings" | "refuse">,
  device: DeviceRow,
  compartment: { code: string },
  use: Use,
  counter: number,
): string {
  if (device.code_secret === null) throw refuse("not_provisioned", { message: messages.not_provisioned });
  const code_secret = Buffer.from(decryptText(settings.secret_key, device.code_secret), "base64url");
  return buildCode(deriveSecret(code_secret, compartment.code, use), counter);
}
