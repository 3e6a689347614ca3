import assert from "node:assert/strict";
import { test } from "node:test";
import type { FastifyRequest } from "fastify";
import { cancelCall, runCancellable } from "./calls-under-way.ts";

const request = { headers: { authorization: "Bearer a" }, ip: "127.0.0.1" } as FastifyRequest;

test("a call that was cancelled before it asked for its signal gets an aborted one", async () => {
  await runCancellable(request, 1, async (call) => {
    cancelCall(request, "1");
    assert.equal(call.signal.aborted, false, "an id of another type is another call");
  });
  await runCancellable(request, 2, async (call) => {
    cancelCall(request, 2);
    assert.equal(call.signal.aborted, true);
  });
});

test("a call that has its signal sees it aborted, and two of one id are not told apart", async () => {
  await runCancellable(request, 3, async (one) => {
    const { signal } = one;
    await runCancellable(request, 3, async () => cancelCall(request, 3));
    assert.equal(signal.aborted, false);
    cancelCall(request, 3);
    assert.equal(signal.aborted, true);
  });
});

test("a call is not cancelled by another sender", async () => {
  const others = [{ headers: { authorization: "Bearer b" } }, { ip: "127.0.0.2" }];
  await runCancellable(request, 4, async (call) => {
    for (const other of others) cancelCall({ ...request, ...other } as FastifyRequest, 4);
    assert.equal(call.signal.aborted, false);
  });
});
