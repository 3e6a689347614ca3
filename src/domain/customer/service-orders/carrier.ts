/** Hands an order over to its carrier: tracking finds it by the number of the carrier from then on. */
import { addAlias } from "#domain/tracking/tracking/public.ts";
import type { Context } from "#operation/define/context.ts";

/** What is stored of it. */
export async function handOver(
  context: Context<"number_taken" | "too_many_numbers">,
  { tracking_number }: { tracking_number: string },
  { carrier, carrier_number }: { carrier: string; carrier_number?: string | undefined },
) {
  if (carrier_number !== undefined)
    await addAlias(context, tracking_number, { kind: "carrier", number: carrier_number, carrier });
  return { carrier, carrier_number: carrier_number ?? null, shipped_at: context.now.toISOString() };
}
