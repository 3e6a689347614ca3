import assert from "node:assert/strict";
import { test } from "node:test";
import { clusterPins } from "./clusters.ts";

const at = (id: string, x: number, y: number) => ({ id, x, y });

test("pins that would cover one another are joined, each pin once", () => {
  const pins = [at("a", 0, 0), at("b", 100, 0), at("c", 20, 20), at("d", 99, 5), at("e", 300, 300)];
  assert.deepEqual(
    clusterPins(pins, 30).map((group) => group.map(({ id }) => id)),
    [["a", "c"], ["b", "d"], ["e"]],
  );
});

test("a chain of pins does not become one group: all are near its first one", () => {
  const chain = Array.from({ length: 6 }, (_, n) => at(String(n), n * 20, 0));
  assert.deepEqual(
    clusterPins(chain, 30).map((group) => group.length),
    [2, 2, 2],
  );
  assert.deepEqual(clusterPins([], 30), []);
});
