import assert from "node:assert/strict";
import { mock, test } from "node:test";
import type { ApprovalsInput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { approvalsQuery } from "./queries.ts";

test("the proposal that somebody was sent to comes first, beyond the newest 100 and once decided too", async () => {
  const WAITING_MAX = 104;
  mock.method(client, "approvals", async ({ approval_id }: ApprovalsInput) => ({
    approvals:
      approval_id === undefined
        ? Array.from({ length: 100 }, (_, index) => ({ approval_id: WAITING_MAX - index }))
        : approval_id > WAITING_MAX
          ? []
          : [{ approval_id }],
  }));
  const list = async (asked: number | undefined) => {
    const { queryFn } = approvalsQuery("pending", asked);
    assert(typeof queryFn === "function");
    return (await queryFn({ signal: new AbortController().signal } as never)).map(
      ({ approval_id }) => approval_id,
    );
  };
  for (const [asked, first, length] of [
    [undefined, 104, 100],
    [104, 104, 100],
    [50, 50, 100],
    [2, 2, 101],
    [987_654_321, 104, 100],
  ] as const) {
    const shown = await list(asked);
    assert.deepEqual([shown[0], shown.length, new Set(shown).size], [first, length, length], String(asked));
  }
});
