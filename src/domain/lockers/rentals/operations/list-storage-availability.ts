/** How many compartments are free now, as it was observed last; nothing is foreseen. For anybody. */
import Type from "typebox";
import { SIZES } from "#domain/lockers/lockers/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import {
  BusinessCode,
  findTenant,
  listPublicLockers,
  PUBLIC_LIMIT,
  requireBusiness,
} from "../public-lockers.ts";

export const listStorageAvailability = defineOperation({
  name: "lockerStorageAvailability",
  summary: "List what lockers have free now",
  access: { public: true, ignores_token: true },
  rest: { method: "GET", path: "/api/v1/locker-storage/availability" },
  limit: PUBLIC_LIMIT,
  input: Type.Object({ business: BusinessCode, size: Type.Optional(StringEnum(SIZES)) }),
  output: Type.Object({
    result: Type.Boolean(),
    availability: Type.Array(
      Type.Object(
        {
          locker_id: Ref("locker_device"),
          name: Type.String(),
          is_online: Type.Boolean(),
          observed_at: Nullable({ ...Timestamp, description: "When the locker was heard last." }),
          sizes: Type.Array(
            Type.Object(
              { size: StringEnum(SIZES), compartments: Type.Integer(), free: Type.Integer() },
              { $id: "StorageAvailability" },
            ),
          ),
        },
        { $id: "LockerAvailability" },
      ),
      { description: "By the name of the locker." },
    ),
  }),
  tenant: findTenant,

  async run(context, { size: wanted_size }) {
    requireBusiness(context);
    const lockers = await listPublicLockers(context);
    const availability = lockers.map(({ last_seen_at, free, sizes, ...locker }) => {
      const free_counts = new Map(free.map((one) => [one.size, one.free]));
      return {
        ...locker,
        observed_at: last_seen_at,
        sizes: sizes
          .filter(({ size }) => wanted_size === undefined || size === wanted_size)
          .map(({ size, compartments }) => ({ size, compartments, free: free_counts.get(size) ?? 0 })),
      };
    });
    return { result: true, availability };
  },
});
