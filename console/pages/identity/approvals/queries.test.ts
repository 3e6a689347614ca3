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
  const list = async (requested_id: number | undefined) => {
    const { queryFn } = approvalsQuery("pending", requested_id);
    assert(typeof queryFn === "function");
    return (await queryFn({ signal: new AbortController().signal } as never)).map(
      ({ approval_id }) => approval_id,
    );
  };
  for (const [requested_id, first, length] of [
    [undefined, 104, 100],
    [104, 104, 100],
    [50, 50, 100],
    [2, 2, 101],
    [987_654_321, 104, 100],
  ] as const) {
    const listed_ids = await list(requested_id);
    assert.deepEqual(
      [listed_ids[0], listed_ids.length, new Set(listed_ids).size],
      [first, length, length],
      String(requested_id),
    );
  }
});
