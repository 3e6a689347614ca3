/** A locker storage rental and its OTEP timeline. Source: docs/contract/mcp.md. */
import Type from "typebox";
import { Format, OtepDocument, projectTimeline, requireProjection } from "#domain/integration/otep/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { getRental } from "../records/storage-rental.ts";
import { buildRental, Rental } from "../shapes.ts";
import { loadRentalView } from "../timeline.ts";

export const getClientStorage = defineOperation({
  name: "otepClientLockerStorage",
  summary: "Get the OTEP timeline and details of a locker storage rental",
  description: "By the id of the rental, for the business's people and its renter.",
  effect: "read",
  access: { roles: ["client_admin", "employee", "customer"], scopes: ["orders:read"] },
  mcp: { user: "otep_client_locker_storage" },
  input: Type.Object({ rental_id: Ref("rental"), format: Type.Optional(Format) }),
  output: Type.Object({
    result: Type.Boolean(),
    rental: Rental,
    timeline: Nullable(OtepDocument),
  }),
  refusals: { unsupported_format: "invalid", not_acceptable: "not_acceptable" },

  async run(context, { rental_id, format }) {
    const projection = requireProjection(format, undefined);
    const rental = await getRental(context, rental_id);
    const view = await loadRentalView(context, rental_id);
    const public_url = `${context.settings.base_url}/api/v1/otep/storage/${rental_id}`;
    const timeline =
      view === undefined ? null : projectTimeline(context, projection, view.timeline, public_url).document;
    return { result: true, rental: buildRental(rental), timeline };
  },
});
