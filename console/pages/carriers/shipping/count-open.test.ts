import assert from "node:assert/strict";
import { test } from "node:test";
import { countOpen } from "./count-open.ts";

test("open labels are counted by account and ship date", () => {
  const label = (carrier_account: string, ship_date: string, package_count = 1) => ({
    carrier_account,
    ship_date,
    package_count,
  });
  assert.deepEqual(
    countOpen([
      label("house", "2026-03-05"),
      label("correios", "2026-03-04"),
      label("house", "2026-03-04", 3),
      label("house", "2026-03-05"),
    ]),
    [
      { account: "correios", packages: 1, dates: new Map([["2026-03-04", 1]]) },
      {
        account: "house",
        packages: 5,
        dates: new Map([
          ["2026-03-04", 1],
          ["2026-03-05", 2],
        ]),
      },
    ],
  );
});
