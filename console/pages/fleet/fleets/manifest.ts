import { IconCalendarTime, IconUsersGroup } from "#icons";
import { defineManifest, STAFF } from "../../../manifest.ts";
import { readFleetSearch } from "./fleet-search.ts";

const FLEET_ROLES = [...STAFF, "broker_employee", "driver"] as const;

export const manifest = defineManifest({
  pages: {
    "/fleets": {
      title: "Fleets",
      load: () => import("./fleets.tsx").then(({ Fleets }) => Fleets),
    },
    "/fleets/$fleet_id": {
      title: "Fleet",
      search: readFleetSearch,
      load: () => import("./fleet.tsx").then(({ FleetPage }) => FleetPage),
    },
    "/my-shifts": {
      title: "My shifts",
      apps: ["driver", "rider"],
      load: () => import("./my-shifts.tsx").then(({ MyShifts }) => MyShifts),
    },
  },
  records: [{ kind: "fleet", to: "/fleets/$fleet_id", roles: FLEET_ROLES }],
  navigation: [
    {
      area: "fleet",
      to: "/fleets",
      label: "Fleets",
      icon: IconUsersGroup,
      order: 14,
      reads: ["fleets"],
      roles: [...FLEET_ROLES],
    },
    {
      area: "now",
      to: "/my-shifts",
      label: "My shifts",
      icon: IconCalendarTime,
      order: 1,
      on_phone: true,
      reads: ["driverShifts"],
      roles: ["driver"],
    },
  ],
  settings: [
    {
      id: "hours",
      group: "Company",
      order: 60,
      label: "Hours and rest",
      about:
        "The longest shift, rest, the week and breaks, and what becomes of a shift that breaks these rules.",
      permission: "settings:write",
      roles: ["client_admin"],
      load: () => import("./hours-settings.tsx").then(({ HoursSettings }) => HoursSettings),
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "fleet/fleets": typeof manifest;
  }
}
