/** Lockers where the bags of a relay can go: those with a free compartment for each, and those that lack one. */
import Type from "typebox";
import { SIZES } from "#domain/lockers/lockers/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable, StringEnum } from "#vocabulary/basics.ts";
import { Place } from "#vocabulary/place.ts";
import { Ref } from "#vocabulary/ref.ts";
import { getRelay } from "../load.ts";
import { listOptions } from "../places.ts";

export const listRelayOptions = defineOperation({
  name: "luggageRelayOptions",
  summary: "List lockers for the bags of a relay",
  access: { scopes: ["lockers:read"] },
  rest: { method: "GET", path: "/api/v1/luggage-relay/{relay_id}/options" },
  input: Type.Object({ relay_id: Ref("luggage_relay") }),
  output: Type.Object({
    result: Type.Boolean(),
    options: Type.Array(
      Type.Object(
        {
          locker_id: Ref("locker_device"),
          name: Type.String(),
          place: Nullable(Place),
          is_online: Type.Boolean(),
          free: Type.Array(
            Type.Object({ size: StringEnum(SIZES), free: Type.Integer() }, { $id: "RelayOptionSize" }),
          ),
          fits: Type.Boolean({ description: "There is a free compartment for each bag." }),
          without_room: Type.Array(Type.String(), {
            description: "Tags of the bags that do not fit there now.",
          }),
        },
        { $id: "RelayOption" },
      ),
      { description: "Those that fit first." },
    ),
  }),

  async run(context, { relay_id }) {
    const { bags } = await getRelay(context, relay_id);
    const options = (await listOptions(context, bags)).map((option) => ({
      ...option,
      fits: option.without_room.length === 0,
    }));
    return { result: true, options: options.toSorted((one, other) => Number(other.fits) - Number(one.fits)) };
  },
});
