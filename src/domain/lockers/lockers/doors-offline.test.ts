/** What a device did while nobody heard it, told after the service has gone on: the reference firmware and the decisions of the service. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Use } from "#locker-protocol/messages.ts";
import { exchange, LockerWorld } from "#tests/support/doors/locker-world.ts";

const CODE = "A-1";
const MINUTE_MS = 60_000;
const HOLD_MS = 15 * MINUTE_MS;
const ARRIVES = { stays: false, lost: false };

class OfflineWorld extends LockerWorld {
  /** Whoever has the code of a use comes, opens and closes. */
  visit(use: Use, contents: "EMPTY" | "FULL", minutes = 1): void {
    this.wait(minutes * MINUTE_MS);
    this.typeIssuedCode(CODE, use, 0);
    assert.equal(this.doors.get(CODE)!.door, "OPEN", `opened to ${use}`);
    this.move(CODE, { door: "CLOSED", contents });
  }

  connect(connected: boolean, settles = connected): void {
    this.give({ kind: "network", connected });
    if (settles) this.settle();
  }

  learn(): void {
    this.pull();
    exchange(this);
  }

  look(contents: "EMPTY" | "FULL"): void {
    assert.equal(this.takeOut(CODE), "done");
    assert.equal(this.doors.get(CODE)!.contents, contents);
    this.putBack(CODE);
  }

  read(): string {
    const { status, status_reason } = this.service.find(CODE);
    const reservations = this.service.reservations.filter(({ compartment_id }) => compartment_id === 1);
    return [status, status_reason, ...reservations.map((one) => one.status)].filter(Boolean).join(" ");
  }
}

/** A parcel is in it; the device knows the codes of its recipient and of staff, and is not heard any more. */
function depositAndDisconnect(): OfflineWorld {
  const world = new OfflineWorld().start();
  world.learn();
  world.reserve(24 * 60 * MINUTE_MS);
  world.issueCode(CODE, "deposit", false);
  world.learn();
  world.visit("deposit", "FULL");
  world.issueCode(CODE, "collect", false);
  world.issueOperatorCode(CODE);
  world.learn();
  world.learn();
  assert.equal(world.read(), "OCCUPIED IN_USE");
  world.connect(false);
  return world;
}

/** Both compartments are held; the device knows the code to deposit of the first. */
function reserveBoth(): OfflineWorld {
  const world = new OfflineWorld().start();
  world.learn();
  world.reserve(MINUTE_MS);
  world.issueCode(CODE, "deposit", false);
  world.reserve(MINUTE_MS);
  world.learn();
  return world;
}

/** That code was typed before the end of the hold, and nobody has heard it after it. */
function depositAndEndHold(): OfflineWorld {
  const world = reserveBoth();
  world.connect(false);
  world.visit("deposit", "FULL", 5);
  world.wait(HOLD_MS);
  world.passTime();
  return world;
}

test("what happened before somebody looked changes nothing after it", () => {
  const world = depositAndDisconnect();
  world.visit("collect", "EMPTY");
  world.visit("operator", "FULL");
  world.wait(MINUTE_MS);
  world.look("FULL");
  assert.equal(world.read(), "OCCUPIED IN_USE");
  world.connect(true);
  assert.equal(world.read(), "OCCUPIED IN_USE");
  assert.equal(world.service.log.filter(({ action }) => action === "door_closed").length, 3);
  world.checkEnd();
});

test("where the clocks do not tell what came first, and it matters, somebody looks again", () => {
  const world = depositAndDisconnect();
  world.visit("collect", "EMPTY");
  world.visit("operator", "FULL");
  world.look("FULL");
  // As long as the device was not heard, its clock may have gone wrong.
  world.connect(true);
  assert.equal(world.read(), "VERIFY order_unknown IN_USE");
  world.check(CODE);
  assert.equal(world.read(), "OCCUPIED IN_USE");
});

test("a device that did not know the time cannot tell it either", () => {
  const world = depositAndDisconnect();
  world.cutPower();
  world.wait(MINUTE_MS);
  world.restorePower();
  world.visit("collect", "EMPTY");
  world.visit("operator", "FULL");
  world.wait(60 * MINUTE_MS);
  world.look("FULL");
  world.connect(true);
  assert.equal(world.read(), "VERIFY order_unknown IN_USE");
});

test("what happened after it counts", () => {
  const world = depositAndDisconnect();
  world.look("FULL");
  world.visit("collect", "EMPTY", 2);
  world.connect(true);
  assert.equal(world.read(), "FREE ENDED");
});

test("while a device may still accept a code, or may have accepted it, nobody else is granted the compartment", () => {
  const world = depositAndEndHold();
  assert.equal(world.read(), "FREE EXPIRED");
  assert.equal(world.reserve(MINUTE_MS), "done");
  assert.equal(world.reserve(MINUTE_MS), "no_free_compartment", "only the other one is granted");
  world.connect(true);
  assert.equal(world.read(), "VERIFY unexpected_use EXPIRED");
  world.checkEnd();
});

test("nor while what it did before is still to come, though it has confirmed", () => {
  const world = depositAndEndHold();
  world.connect(true, false);
  world.pull();
  while (world.down.length > 0) world.deliverDown(0, ARRIVES);
  for (;;) {
    const at = world.up.findIndex(({ message }) => message.type === "ack");
    if (at === -1) break;
    world.deliverUp(at, ARRIVES);
  }
  const { use_revision, confirmed_revision } = world.service.find(CODE);
  assert.deepEqual([use_revision, world.read()], [confirmed_revision, "FREE EXPIRED"]);
  assert.equal(world.reserve(MINUTE_MS), "done");
  assert.equal(world.reserve(MINUTE_MS), "no_free_compartment");
  world.settle();
  assert.equal(world.read(), "VERIFY unexpected_use EXPIRED");
});

test("once the device has confirmed it and told what was before, it is granted again", () => {
  const world = reserveBoth();
  assert.equal(world.release(CODE), "done");
  assert.equal(world.reserve(MINUTE_MS), "no_free_compartment");
  world.learn();
  assert.equal(world.read(), "FREE CANCELLED");
  assert.equal(world.reserve(MINUTE_MS), "done");
  world.typeIssuedCode(CODE, "deposit", 0);
  assert.equal(world.doors.get(CODE)!.door, "CLOSED", "the code of before opens nothing");
});
