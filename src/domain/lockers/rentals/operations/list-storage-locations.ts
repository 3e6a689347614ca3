/** Where compartments can be rented: places, hours and sizes. For anybody. */
import Type from "typebox";
import { OpeningHours, SIZES } from "#domain/lockers/lockers/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable, StringEnum } from "#vocabulary/basics.ts";
import { Place } from "#vocabulary/place.ts";
import { Ref } from "#vocabulary/ref.ts";
import {
  BusinessCode,
  findTenant,
  listPublicLockers,
  PUBLIC_LIMIT,
  requireBusiness,
} from "../public-lockers.ts";

export const listStorageLocations = defineOperation({
  name: "lockerStorageLocations",
  summary: "List where lockers can be rented",
  access: { public: true, ignores_token: true },
  rest: { method: "GET", path: "/api/v1/locker-storage/locations" },
  limit: PUBLIC_LIMIT,
  input: Type.Object({ business: BusinessCode }),
  output: Type.Object({
    result: Type.Boolean(),
    locations: Type.Array(
      Type.Object(
        {
          locker_id: Ref("locker_device"),
          name: Type.String(),
          place: Nullable(Place),
          opening_hours: Nullable(OpeningHours),
          sizes: Type.Array(
            Type.Object(
              {
                size: StringEnum(SIZES),
                compartments: Type.Integer(),
                width_mm: Type.Integer({ description: "Inside of the smallest of this size, millimetres." }),
                height_mm: Type.Integer(),
                depth_mm: Type.Integer(),
              },
              { $id: "StorageSize" },
            ),
          ),
        },
        { $id: "StorageLocation" },
      ),
      { description: "By name." },
    ),
  }),
  tenant: findTenant,

  async run(context) {
    requireBusiness(context);
    return { result: true, locations: await listPublicLockers(context) };
  },
});
