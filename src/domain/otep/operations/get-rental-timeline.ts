/** The OTEP timeline of a locker storage rental, in the profile `storage`. Source: docs/contract/otep.md, "Storage rentals". */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { Id } from "#vocabulary/basics.ts";
import { answerDocument, Format, OtepDocument, projectionFor } from "../document.ts";
import { viewOfRental } from "../rental-timeline.ts";
import { findRental } from "../rentals.ts";

const input = { rental_id: Id, format: Type.Optional(Format) };
const access = { roles: ["client_admin", "employee", "customer"], scopes: ["orders:read"] } as const;
const refusals = {
  tracking_not_found: "not_found",
  unsupported_format: "invalid",
  not_acceptable: "not_acceptable",
} as const;

export const getStorageRentalTimeline = defineOperation({
  name: "lockerStorageRentalTimeline",
  summary: "OTEP timeline of a locker storage rental",
  effect: "read",
  access,
  rest: { method: "GET", path: "/api/v1/locker-storage/rentals/{rental_id}/timeline" },
  input: Type.Object(input),
  output: OtepDocument,
  refusals,

  run: (context, asked) => answer(context, asked),
});

/** The same under the address of the protocol. */
export const getOtepStorage = defineOperation({
  name: "otepStorage",
  summary: "OTEP timeline of a locker storage rental, by the protocol's address",
  effect: "read",
  access,
  rest: { method: "GET", path: "/api/v1/otep/storage/{rental_id}" },
  input: Type.Object(input),
  output: OtepDocument,
  refusals,

  run: (context, asked) => answer(context, asked),
});

async function answer(
  context: Parameters<typeof findRental>[0] &
    Parameters<typeof viewOfRental>[0] &
    Parameters<typeof answerDocument>[0] & {
      refuse(code: "not_found" | "tracking_not_found", options: { message: string }): Error;
    },
  { rental_id, format }: { rental_id: number; format?: string },
): Promise<Record<string, unknown>> {
  const projection = projectionFor(format, context.request.accept);
  if ((await findRental(context, rental_id)) === undefined)
    throw context.refuse("not_found", { message: "There is no such rental." });
  const view = await viewOfRental(context, rental_id);
  if (view === undefined)
    throw context.refuse("tracking_not_found", { message: "Nothing was told of this rental yet." });
  return answerDocument(
    context,
    view,
    projection,
    `${context.settings.base_url}/api/v1/otep/storage/${rental_id}`,
  );
}
