import assert from "node:assert/strict";
import { test } from "node:test";
import type { Me } from "../api/session.ts";
import type { FoundRecord, Manifest } from "../manifest.ts";
import { selectReachable } from "./navigation.ts";

const manifests = [
  { records: [{ kind: "driver", to: "/drivers/$driver_id", permission: "drivers:read" }] },
  { records: [{ kind: "order", to: "/orders", search: "order", roles: ["client_admin"] }] },
] as unknown as Manifest[];

const records: FoundRecord[] = [
  { page: ["driver", 7], label: "Davi" },
  { page: ["order", 8], label: "A parcel" },
  { page: "/zones?zone=9", label: "A zone" },
];

function reach(...permissions: string[]) {
  const me = { user: { role: "employee" }, permissions, modules: [], features: [] } as unknown as Me;
  return selectReachable(manifests, me, records).map(({ record, target }) => [record.label, target]);
}

test("the palette leaves out records whose page the account may not open", () => {
  const zone = ["A zone", { href: "/zones?zone=9" }];
  assert.deepEqual(reach(), [zone]);
  assert.deepEqual(reach("drivers:read"), [
    ["Davi", { to: "/drivers/$driver_id", params: { driver_id: "7" } }],
    zone,
  ]);
});
