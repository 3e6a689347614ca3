/** Platform apps: those of the installation, and those assigned to a client. */
import { queryOptions } from "@tanstack/react-query";
import type { ClientApp } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";

export type {
  AppAssignment,
  AppRegistration,
  ClientApp,
  ClientAppUpdateInput,
  PlatformApp,
  PlatformAppCreateInput,
  PlatformAppUpdateInput,
} from "../../../../packages/client/client.gen.ts";

export type QuickAction = ClientApp["quick_actions"][number];

export const platformAppsQuery = queryOptions({
  queryKey: ["platform-apps"],
  queryFn: ({ signal }) => client.platformApps({ per_page: 200 }, { signal }),
});

export const assignmentsQuery = (code: string) =>
  queryOptions({
    queryKey: ["platform-apps", code, "assignments"],
    queryFn: ({ signal }) => client.platformAppAssignments({ code, per_page: 200 }, { signal }),
  });

export const appsQuery = queryOptions({
  queryKey: ["apps"],
  queryFn: ({ signal }) => client.clientApps({ per_page: 200 }, { signal }),
});

export const appQuery = (appCode: string) =>
  queryOptions({
    queryKey: ["apps", appCode],
    queryFn: ({ signal }) => client.clientApp({ appCode }, { signal }),
  });

export const registrationsQuery = queryOptions({
  queryKey: ["app-registrations", "pending"],
  queryFn: ({ signal }) => client.clientAppRegistrations({ state: "pending", per_page: 100 }, { signal }),
});
