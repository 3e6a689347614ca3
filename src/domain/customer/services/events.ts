/** The events of services. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { CalendarDate, Count, StringEnum } from "#vocabulary/basics.ts";
import { SERVICE_FAMILIES, SERVICE_KINDS } from "./shapes.ts";

const ServicePayload = Type.Object({
  code: Type.String(),
  kind: StringEnum(SERVICE_KINDS),
  family: StringEnum(SERVICE_FAMILIES),
  service_version: Count,
  active_from: CalendarDate,
  is_offered: Type.Boolean(),
});
const service = groupEvents({ record_kinds: ["customer_service"], scope: "settings:read" });

export const events = defineEvents({
  "customer_service.created": service("A service for customers was defined.", ServicePayload),
  "customer_service.replaced": service("A service for customers has a new version.", ServicePayload),
});

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
