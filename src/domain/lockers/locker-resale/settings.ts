import Type from "typebox";
import { defineSettings, type SettingsIn } from "#operation/define/settings.ts";
import { MINOR_MAX } from "#vocabulary/basics.ts";

const days = (description: string) => Type.Integer({ minimum: 1, maximum: 30, description });
const fee = (description: string) => Type.Integer({ minimum: 0, maximum: MINOR_MAX, description });

export const settings = defineSettings({
  resale_fee_minor: {
    order: 300,
    default: 0,
    schema: fee("What sellers pay to use a locker for a handover, in minor units; 0 by default."),
  },
  resale_storage_day_minor: {
    order: 301,
    default: 0,
    schema: fee(
      "What sellers pay for each day that begins after the time to take an item back, in minor units; 0 by default.",
    ),
  },
  resale_release_days: {
    order: 302,
    default: 7,
    schema: days("Days in which the seller releases an item after its deposit; 7 by default."),
  },
  resale_collect_days: {
    order: 303,
    default: 3,
    schema: days("Days in which the buyer collects a released item; 3 by default."),
  },
  resale_return_days: {
    order: 304,
    default: 3,
    schema: days("Days in which the seller takes an item back; 3 by default."),
  },
});

declare module "#operation/define/settings.ts" {
  interface DeclaredSettings extends SettingsIn<typeof settings> {}
}
