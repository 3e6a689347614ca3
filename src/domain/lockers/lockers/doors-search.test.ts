/**
 * A complete search of the door protocol: the reference firmware, the decisions of the service, people, and a network that loses,
 * repeats and reorders what is in flight. Power may be cut between any two effects. `LOCKER_SEARCH=full` searches more
 * (README.md, "Proof").
 *
 * Devices know the time, and nothing but what follows from it is part of a state. `doors.test.ts` has what clocks do.
 */
import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import { describe, dropIdlePackets } from "#tests/support/doors/protocol/canonical.ts";
import { forgetSteps } from "#tests/support/doors/protocol/devices.ts";
import { leaveOtherCompartmentsOut, leaveOtherDevicesOut } from "#tests/support/doors/protocol/projection.ts";
import {
  type Bounds,
  createState,
  ensure,
  type Site,
  type State,
  Violation,
} from "#tests/support/doors/protocol/state.ts";
import {
  canSettle,
  deliverAny,
  listFitting,
  listOwnSuccessors,
} from "#tests/support/doors/protocol/steps.ts";

const ONE = [["A-1"]];
const TWO_DEVICES = [["A-1"], ["A-1"]];
const TWO_COMPARTMENTS = [["A-1", "A-2"]];
/** Messages stay in flight until they can change nothing any more: what happens with any number of them is among it. */
const ANY = Number.POSITIVE_INFINITY;
const ONE_COMMAND: Bounds = {
  devices: ONE,
  in_flight: ANY,
  commands: 1,
  cuts: 0,
  neighbour_operations: 0,
  times: 1,
};
const SEARCHES: readonly Bounds[] = [ONE_COMMAND, { ...ONE_COMMAND, in_flight: 1, cuts: 1 }];
const WITH_NEIGHBOUR: Bounds = { ...ONE_COMMAND, neighbour_operations: 2 };
const FULL_SEARCHES: readonly Bounds[] = [
  { ...ONE_COMMAND, cuts: 1 },
  { ...ONE_COMMAND, commands: 2 },
  WITH_NEIGHBOUR,
];
const IS_FULL = process.env["LOCKER_SEARCH"] === "full";
const WALKS = 300;

function check(state: State): void {
  for (const site of state.sites)
    for (const [code, { status }] of Object.entries(site.cells)) {
      const { contents } = site.boards[code]!;
      // Until the device has told it, whoever opened the door may have put something in, or be taking it out.
      if (status === "FREE" && isQuiet(site, code)) ensure(contents === "EMPTY", `lost parcel in ${code}`);
    }
}

/** The door is closed, and the device has told everything. */
const isQuiet = (site: Site, code: string) =>
  site.boards[code]!.door === "CLOSED" &&
  site.device.flash.queue.next_seq === site.applied_seq + 1 &&
  site.device.flash.compartments[code]!.contents === site.boards[code]!.contents;

/** Where nothing happens by itself any more, everything is settled, or an operator can settle it. */
function checkEnd(state: State): void {
  for (const site of state.sites)
    for (const [code, { status }] of Object.entries(site.cells)) {
      const { contents } = site.boards[code]!;
      ensure(
        (status === "FREE" && contents === "EMPTY") ||
          (status === "OCCUPIED" && contents === "FULL") ||
          (status === "VERIFY" && canSettle(site, code)),
        `dead end: ${code} is ${status} with ${contents}`,
      );
    }
}

/** How a state was reached. Those before it are not kept: there are millions. */
interface Way {
  name: string;
  before: Way | null;
}

interface Visit {
  state: State;
  way: Way;
}

/** A collision of 128 bits would leave out a state: with ten million states its probability is below 2^-80. */
const mark = (state: State) => hash("md5", describe(state), "base64url");

interface SearchResult {
  visits: ReadonlySet<string>;
  ends: number;
}

const searches = new Map<Bounds, SearchResult>();

/** Once for all tests. */
function search(bounds: Bounds): SearchResult {
  const result = searches.get(bounds) ?? searchFrom(createState(bounds));
  searches.set(bounds, result);
  return result;
}

/** Breadth first, so that a violation is told by a shortest way to it. */
function searchFrom(first: State): SearchResult {
  let ends = 0;
  const visits = new Set([mark(first)]);
  let level: Visit[] = [{ state: first, way: { name: "start", before: null } }];
  while (level.length > 0) {
    const next_level: Visit[] = [];
    for (const visit of level) {
      const explain = (error: unknown, name = "") => {
        const names = [name];
        for (let one: Way | null = visit.way; one !== null; one = one.before) names.unshift(one.name);
        assert.ok(error instanceof Violation, error as Error);
        assert.fail(`${error.message}\n${names.join("\n")}`);
      };
      try {
        const successors = listOwnSuccessors(visit.state);
        if (successors.every(({ name }) => name.startsWith("check"))) {
          ends += 1;
          checkEnd(visit.state);
        }
        for (const { name, state: successor } of [...deliverAny(visit.state), ...successors])
          for (const state of listFitting(dropIdlePackets(successor))) {
            const key = mark(state);
            if (visits.has(key)) continue;
            visits.add(key);
            check(state);
            next_level.push({ state, way: { name, before: visit.way } });
          }
      } catch (error) {
        explain(error);
      }
    }
    level = next_level;
    forgetSteps();
  }
  return { visits, ends };
}

function nameBounds({ devices, in_flight, commands, cuts, neighbour_operations, times }: Bounds): string {
  const messages = in_flight === ANY ? "any number of messages" : `messages: ${in_flight}`;
  return [
    `compartments: ${devices.flat().length}`,
    messages,
    `commands: ${commands}`,
    `cuts: ${cuts}`,
    `operations of a neighbour: ${neighbour_operations}`,
    `expiries: ${times}`,
  ].join(", ");
}

for (const bounds of [...SEARCHES, ...(IS_FULL ? FULL_SEARCHES : [])])
  test(`no double pulse, no double grant, no lost parcel, and no end that an operator cannot settle (${nameBounds(bounds)})`, (context) => {
    const { visits, ends } = search(bounds);
    context.diagnostic(`${visits.size} states, ${ends} ends`);
    assert.ok(visits.size > 1000 && ends > 4, `${visits.size} states and ${ends} ends are too few to be all`);
  });

/** A random run: each state after the one before. */
function* walk(first: State, choices: readonly number[]): Generator<State> {
  let state = first;
  for (const choice of choices) {
    const successors = [...deliverAny(state), ...listOwnSuccessors(state)];
    if (successors.length === 0) return;
    state = dropIdlePackets(successors[choice % successors.length]!.state);
    yield state;
  }
}

const CHOICES = fc.array(fc.nat(), { minLength: 80, maxLength: 80, size: "max" });

test("two devices share nothing: whatever happens at both, each is in a state that it reaches alone", () => {
  const { visits } = search(ONE_COMMAND);
  const reached = new Set<string>();
  fc.assert(
    fc.property(CHOICES, (choices) => {
      for (const state of walk(createState({ ...ONE_COMMAND, devices: TWO_DEVICES }), choices))
        for (const at of state.sites.keys()) {
          const key = mark(leaveOtherDevicesOut(state, at));
          assert.ok(visits.has(key), `device ${at} alone is never in this state`);
          reached.add(key);
        }
    }),
    { numRuns: WALKS },
  );
  assert.ok(reached.size > 300, `${reached.size} states are too few to say anything`);
});

test("two compartments of one device share its queue only: the second is to the first what a neighbour is", {
  skip: IS_FULL ? false : "only with LOCKER_SEARCH=full",
}, () => {
  const { neighbour_operations } = WITH_NEIGHBOUR;
  const { visits } = search(WITH_NEIGHBOUR);
  const reached = new Set<string>();
  fc.assert(
    fc.property(CHOICES, (choices) => {
      const others = new Set<number>();
      for (const state of walk(createState({ ...ONE_COMMAND, devices: TWO_COMPARTMENTS }), choices)) {
        for (const { operation } of state.sites[0]!.device.flash.queue.entries)
          if (operation.compartment === "A-2") others.add(operation.seq);
        if (others.size > neighbour_operations) break;
        const remaining_count = neighbour_operations - others.size;
        const key = mark(dropIdlePackets(leaveOtherCompartmentsOut(state, "A-1", remaining_count)));
        assert.ok(visits.has(key), "A-1 with a neighbour is never in this state");
        reached.add(key);
      }
    }),
    { numRuns: 20 * WALKS },
  );
  assert.ok(reached.size > 300, `${reached.size} states are too few to say anything`);
});
