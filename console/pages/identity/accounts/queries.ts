import { queryOptions } from "@tanstack/react-query";
import type { Employee, UserPermissionsOutput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { nameRole } from "../../../parts/codes/codes.ts";
import { text } from "./text.ts";

export type Catalogue = UserPermissionsOutput;
export type Scope = Catalogue["permissions"][number]["permission"];

/** They change with an update of the service only. */
export const permissionsQuery = queryOptions({
  queryKey: ["permissions"],
  queryFn: ({ signal }) => client.userPermissions({}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** What somebody does, in a few words: "Dispatcher, adjusted". */
export function describeAccess(employee: Employee, catalogue: Catalogue): string {
  const { role, preset, permissions, permissions_added, permissions_removed } = employee;
  if (role === "client_admin") return nameRole("client_admin");
  const preset_of_catalogue = catalogue.presets.find((one) => one.preset === preset);
  if (preset_of_catalogue === undefined)
    return permissions === null ? text.people.default_permissions : text.people.own_selection;
  return permissions_added.length + permissions_removed.length === 0
    ? preset_of_catalogue.label
    : text.people.adjusted({ role: preset_of_catalogue.label });
}
