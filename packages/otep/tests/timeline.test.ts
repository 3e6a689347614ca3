import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { StoredEvent } from "../src/event.ts";
import { normaliseEvent } from "../src/normalise.ts";
import { checkTransitions } from "../src/state-machine.ts";
import { findConflicts, mergeTimeline, type Timeline } from "../src/timeline.ts";
import { richEvent } from "./random-events.ts";
import { runs } from "./runs.ts";
import {
  anyEvent,
  assertTimelineConforms,
  buildStoredEvent,
  correctingEvent,
  minute,
  start_ms,
  subject,
} from "./support.ts";

const owners = ["owner"];

function merge(events: StoredEvent[], at?: string) {
  const timeline = mergeTimeline(events, { subject, owners, at });
  assertTimelineConforms(timeline);
  return timeline;
}

test("produces the same document, byte for byte, for any order and repetition of the same events", () => {
  const shuffled = fc
    .oneof(
      { weight: 3, arbitrary: fc.array(anyEvent, { maxLength: 40 }) },
      fc.array(richEvent, { maxLength: 12 }),
      fc.array(correctingEvent, { maxLength: 12 }),
    )
    .chain((events) =>
      fc.tuple(
        fc.constant(events),
        fc.shuffledSubarray(events, { minLength: events.length }),
        fc.shuffledSubarray(events),
      ),
    );
  fc.assert(
    fc.property(shuffled, ([events, others, repeats]) => {
      const copies = structuredClone(repeats);
      const one = JSON.stringify(merge(events));
      assert.equal(JSON.stringify(merge([...copies, ...others, ...repeats])), one);
      assert.equal(JSON.stringify(merge([...events].reverse())), one);
    }),
    { numRuns: runs(400) },
  );
});

test("shows the same whenever and in whatever order events arrive, ties and estimates included", () => {
  // Each identity once, since of two tellings of one the first is kept; few times, so that most of them tie.
  const distinct = fc
    .array(anyEvent, { maxLength: 20 })
    .map((events) => [...new Map(events.map((event, index) => [`e${index}`, event])).entries()])
    .map((entries) =>
      entries.map(([event_id, event], index) => ({
        ...event,
        event_id,
        occurred_at: minute(index % 3),
        ...(index % 4 === 0 ? { time_type: "estimated" as const } : {}),
      })),
    );
  const arrivals = distinct.chain((events) =>
    fc.tuple(fc.constant(events), fc.shuffledSubarray(events, { minLength: events.length })),
  );
  const received = (events: StoredEvent[]) =>
    events.map((event, index) => ({ ...event, recorded_at: minute(1000 + index) }));
  const showEvents = (events: StoredEvent[]) => {
    const timeline = merge(received(events));
    return JSON.stringify({
      ...timeline,
      events: timeline.events.map(({ recorded_at, ...rest }) => rest),
    });
  };
  fc.assert(
    fc.property(arrivals, ([events, others]) => {
      assert.equal(showEvents(others), showEvents(events));
      assert.equal(showEvents([...events].reverse()), showEvents(events));
    }),
    { numRuns: runs(300), seed: 26 },
  );
});

test("merging timelines is associative and idempotent", () => {
  const sets = fc.oneof(fc.array(anyEvent, { maxLength: 15 }), fc.array(richEvent, { maxLength: 6 }));
  /** What a receiver does that gets timelines of one subject from several places. */
  const join = (...timelines: Timeline[]) => {
    const read = timelines
      .flatMap((timeline) => timeline.events)
      .map((event) => {
        const parsed_event = JSON.parse(JSON.stringify(event));
        return normaliseEvent(parsed_event, { now: start_ms, keep_recorded_at: true }).event!;
      });
    return mergeTimeline(read, { subject, owners });
  };
  fc.assert(
    fc.property(sets, sets, sets, (some, others, rest) => {
      const [one, two, three] = [some, others, rest].map((events) =>
        mergeTimeline(events, { subject, owners }),
      ) as [Timeline, Timeline, Timeline];
      const merged_text = JSON.stringify(mergeTimeline([...some, ...others, ...rest], { subject, owners }));
      assert.equal(JSON.stringify(join(join(one, two), three)), merged_text);
      assert.equal(JSON.stringify(join(one, join(two, three))), merged_text);
      assert.equal(JSON.stringify(join(three, one, two)), merged_text);
      assert.equal(JSON.stringify(join(one, one)), JSON.stringify(one));
    }),
    { numRuns: runs(300) },
  );
});

test("every timeline has its events in order, numbered from one, each identity once", () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 30 }), (events) => {
      const timeline = merge(events);
      const identities = timeline.events.map((event) => `${event.source.provider}/${event.event_id}`);
      assert.equal(new Set(identities).size, identities.length);
      assert.equal(timeline.event_count, timeline.events.length);
      timeline.events.forEach((event, index) => {
        assert.equal(event.sequence, index + 1);
        if (index > 0) assert.ok(timeline.events[index - 1]!.occurred_at <= event.occurred_at);
      });
    }),
  );
});

test("its own timelines have no errors when events after the end are left out", () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 30 }), (events) => {
      const effective = merge(events).events.filter((event) => !event.after_terminal);
      assert.deepEqual(checkTransitions(effective).errors, []);
    }),
  );
});

test("reads a timeline back from its own JSON", () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 20 }), (events) => {
      const timeline = merge(events);
      const read = timeline.events.map((event) => {
        const { event: again, errors } = normaliseEvent(JSON.parse(JSON.stringify(event)), {
          now: start_ms,
          keep_recorded_at: true,
        });
        assert.deepEqual(errors, []);
        return again!;
      });
      assert.equal(JSON.stringify(merge(read)), JSON.stringify(timeline));
    }),
  );
});

test("does not change the events it merges", () => {
  const events = [buildStoredEvent("otep:core:delivered", 9), buildStoredEvent("otep:core:created", 0)];
  const before = structuredClone(events);
  merge(events);
  assert.deepEqual(events, before);
});

test("a subject without events has an empty timeline", () => {
  assert.partialDeepStrictEqual(merge([]), {
    status: null,
    delivered: false,
    direction: "forward",
    first_event_at: null,
    last_event_at: null,
    event_count: 0,
    profile: "core",
    events: [],
  });
});

test("merges the journey of a parcel", () => {
  const timeline = merge([
    buildStoredEvent("otep:carrier:sorted", 30),
    buildStoredEvent("otep:carrier:label_created", 0),
    buildStoredEvent(
      "otep:lastmile:delivered_in_person",
      60,
      {},
      { provider: "fleet", source_type: "self_delivery" },
    ),
    buildStoredEvent(
      "otep:core:out_for_delivery",
      50,
      {},
      { provider: "fleet", source_type: "self_delivery" },
    ),
    buildStoredEvent("otep:carrier:origin_scan", 20),
  ]);
  assert.deepEqual(
    timeline.events.map((event) => [event.sequence, event.status_code, event.base, event.phase]),
    [
      [1, "otep:carrier:label_created", "created", "pre_shipment"],
      [2, "otep:carrier:origin_scan", "received", "inbound"],
      [3, "otep:carrier:sorted", "processed", "inbound"],
      [4, "otep:core:out_for_delivery", "out_for_delivery", "out_for_delivery"],
      [5, "otep:lastmile:delivered_in_person", "delivered", "delivered"],
    ],
  );
  assert.partialDeepStrictEqual(timeline, {
    profile: "lastmile",
    profiles: ["carrier", "core", "lastmile"],
    status: {
      code: "otep:lastmile:delivered_in_person",
      base: "delivered",
      phase: "delivered",
      terminal: true,
      since: minute(60),
    },
    delivered: true,
    direction: "forward",
    first_event_at: minute(0),
    last_event_at: minute(60),
    sources: [
      { provider: "acme", type: "carrier", event_count: 3 },
      { provider: "fleet", type: "self_delivery", event_count: 2 },
    ],
  });
  // The carrier's last event was in a facility, and the fleet's first one on the road: no event records the custody transfer.
  assert.deepEqual(timeline.gaps, [
    {
      kind: "custody",
      from_event: timeline.events[2]!.event_id,
      to_event: timeline.events[3]!.event_id,
      from: minute(30),
      to: minute(50),
    },
  ]);
});

test("reports no custody gap when one side recorded the transfer", () => {
  const fleet = { provider: "fleet", source_type: "self_delivery" } as const;
  const handed = merge([
    buildStoredEvent("otep:carrier:handed_to_partner", 0),
    buildStoredEvent("otep:core:out_for_delivery", 9, {}, fleet),
  ]);
  assert.equal(handed.gaps, undefined);
  const received = merge([
    buildStoredEvent("otep:core:in_transit", 0),
    buildStoredEvent("otep:core:received", 9, {}, fleet),
  ]);
  assert.equal(received.gaps, undefined);
});

test("keeps the phase through held, delayed, exception, notes and a refused delivery", () => {
  const timeline = merge([
    buildStoredEvent("otep:core:held", 0),
    buildStoredEvent("otep:core:out_for_delivery", 10),
    buildStoredEvent("otep:core:exception", 20, { incident_reason: "weather" }),
    buildStoredEvent("otep:core:note", 25),
    buildStoredEvent("otep:core:rejected", 30, { incident_reason: "recipient_refused" }),
  ]);
  assert.deepEqual(
    timeline.events.map((event) => event.phase),
    ["pre_shipment", "out_for_delivery", "out_for_delivery", "out_for_delivery", "out_for_delivery"],
  );
  assert.deepEqual(timeline.status, {
    code: "otep:core:rejected",
    base: "rejected",
    phase: "out_for_delivery",
    terminal: true,
    since: minute(30),
    incident_reason: "recipient_refused",
  });
});

test("shows a hold as the status, and ends it when the previous status is reported again", () => {
  const events = [buildStoredEvent("otep:core:in_transit", 0), buildStoredEvent("otep:core:held", 10)];
  assert.partialDeepStrictEqual(merge(events).status, { base: "held", phase: "transit", since: minute(10) });
  const released = merge([...events, buildStoredEvent("otep:core:in_transit", 20)]);
  assert.partialDeepStrictEqual(released.status, { base: "in_transit", since: minute(20) });
});

test("never changes the status by an annotation, an estimate or a plan", () => {
  const moved = merge([buildStoredEvent("otep:core:in_transit", 0)]).status;
  const annotations = [
    "otep:sensor:reading",
    "otep:lastmile:route_assigned",
    "otep:lastmile:recipient_contacted",
  ];
  for (const code of annotations) {
    assert.deepEqual(
      merge([buildStoredEvent("otep:core:in_transit", 0), buildStoredEvent(code, 5)]).status,
      moved,
    );
  }
  for (const time_type of ["estimated", "planned", "requested"] as const) {
    const timeline = merge([
      buildStoredEvent("otep:core:in_transit", 0),
      buildStoredEvent("otep:core:delivered", 90, { time_type }),
    ]);
    assert.deepEqual(timeline.status, moved);
    assert.equal(timeline.last_event_at, minute(0));
  }
});

test("dates a status from the first of the latest run of its code", () => {
  const timeline = merge([
    buildStoredEvent("otep:core:out_for_delivery", 0),
    buildStoredEvent("otep:core:delivery_attempted", 10),
    buildStoredEvent("otep:core:out_for_delivery", 20),
    buildStoredEvent("otep:core:note", 25),
    buildStoredEvent("otep:core:out_for_delivery", 30),
  ]);
  assert.equal(timeline.status?.since, minute(20));
});

test("reads an experimental code through its base", () => {
  const timeline = merge([
    buildStoredEvent("otep:core:in_transit", 0),
    buildStoredEvent("otep:lastmile:x-drone", 10, { base: "out_for_delivery" }),
    buildStoredEvent("otep:lastmile:x-wave", 20),
  ]);
  assert.partialDeepStrictEqual(timeline.status, {
    code: "otep:lastmile:x-drone",
    phase: "out_for_delivery",
  });
});

test("puts an end last among events of the same millisecond, and an earlier phase first", () => {
  const timeline = merge([
    buildStoredEvent("otep:core:delivered", 0),
    buildStoredEvent("otep:core:note", 0),
    buildStoredEvent("otep:core:held", 0),
    buildStoredEvent("otep:core:out_for_delivery", 0),
    buildStoredEvent("otep:core:created", 0),
  ]);
  assert.deepEqual(
    timeline.events.map((event) => event.base),
    ["created", "out_for_delivery", "held", "note", "delivered"],
  );
});

test("changes nothing after the end, and marks late events", () => {
  const ended = [
    buildStoredEvent("otep:core:out_for_delivery", 0),
    buildStoredEvent("otep:core:delivered", 10),
  ];
  const late = [
    buildStoredEvent("otep:core:in_transit", 20),
    buildStoredEvent("otep:core:held", 25),
    buildStoredEvent("otep:core:returned", 30),
    buildStoredEvent("otep:core:note", 40),
  ];
  const timeline = merge([...late, ...ended]);
  assert.deepEqual(timeline.status, merge(ended).status);
  assert.equal(timeline.direction, "forward");
  assert.deepEqual(
    timeline.events.map((event) => event.after_terminal ?? false),
    [false, false, true, true, true, false],
  );
  assert.deepEqual(
    findConflicts(timeline).map(({ path, code }) => [path, code]),
    [["/events/4/status_code", "conflicting_terminal"]],
  );
});

test("after an end, keeps the same status for any further events", () => {
  fc.assert(
    fc.property(
      fc.array(anyEvent, { maxLength: 15 }),
      fc.array(anyEvent, { maxLength: 15 }),
      (events, more) => {
        const ended = merge([...events, buildStoredEvent("otep:core:delivered", 130, { event_id: "end" })]);
        const known_keys = new Set(events.map((event) => `${event.source.provider}/${event.event_id}`));
        const later = more
          .filter((event) => event.corrects === undefined)
          .filter((event) => !known_keys.has(`${event.source.provider}/${event.event_id}`))
          .map((event) =>
            buildStoredEvent(event.status_code, 131, {
              base: event.base,
              event_id: `${event.event_id}-later`,
            }),
          );
        const timeline = merge([
          ...events,
          buildStoredEvent("otep:core:delivered", 130, { event_id: "end" }),
          ...later,
        ]);
        assert.deepEqual(timeline.status, ended.status);
        assert.equal(timeline.direction, ended.direction);
      },
    ),
  );
});

test("recomputes the status without a delivery that was scanned by mistake", () => {
  const events = [
    buildStoredEvent("otep:core:out_for_delivery", 0),
    buildStoredEvent("otep:core:delivered", 10, { event_id: "wrong" }),
    buildStoredEvent("otep:core:delivery_attempted", 20, { incident_reason: "recipient_absent" }),
  ];
  assert.equal(merge(events).delivered, true);
  const correction = buildStoredEvent("otep:core:note", 30, { event_id: "fix", corrects: "wrong" });
  const timeline = merge([correction, ...events]);
  assert.equal(timeline.delivered, false);
  assert.partialDeepStrictEqual(timeline.status, { base: "delivery_attempted", terminal: false });
  assert.partialDeepStrictEqual(timeline.events[1], { event_id: "wrong", voided_by: "fix" });
  assert.equal(timeline.events[2]!.after_terminal, undefined);
  assert.equal(timeline.event_count, 4);
  assert.deepEqual(checkTransitions(timeline.events), { errors: [], warnings: [] });
});

test("lets a provider void its own events only, and an owner any", () => {
  const wrong = buildStoredEvent("otep:core:delivered", 10, { event_id: "wrong" });
  const correct = { event_id: "fix", corrects: "wrong" };
  const other_provider = merge([
    wrong,
    buildStoredEvent("otep:core:note", 20, correct, { provider: "globex" }),
  ]);
  assert.equal(other_provider.delivered, true);
  const owner = merge([wrong, buildStoredEvent("otep:core:note", 20, correct, { provider: "owner" })]);
  assert.equal(owner.delivered, false);
});

test("distinguishes providers with any characters in their names and ids", () => {
  const one = buildStoredEvent("otep:core:delivered", 0, { event_id: "b\nc" }, { provider: "a" });
  const other = buildStoredEvent("otep:core:note", 1, { event_id: "x", corrects: "c" }, { provider: "a\nb" });
  assert.equal(mergeTimeline([one, other], { subject }).delivered, true);
});

test("voids a correction that is itself corrected, and ignores circular corrections", () => {
  const wrong = buildStoredEvent("otep:core:delivered", 10, { event_id: "a" });
  const first = buildStoredEvent("otep:core:note", 20, { event_id: "b", corrects: "a" });
  const second = buildStoredEvent("otep:core:note", 30, { event_id: "c", corrects: "b" });
  assert.equal(merge([wrong, first]).delivered, false);
  assert.equal(merge([wrong, first, second]).delivered, true);
  const circle = [
    buildStoredEvent("otep:core:in_transit", 10, { event_id: "x", corrects: "y" }),
    buildStoredEvent("otep:core:arrived", 20, { event_id: "y", corrects: "x" }),
  ];
  assert.ok(merge(circle).events.every((event) => event.voided_by === undefined));
});

test("reverses direction with returning, and restores it when that is voided", () => {
  const events = [
    buildStoredEvent("otep:core:out_for_delivery", 0),
    buildStoredEvent("otep:core:returning", 10, { event_id: "turn" }),
    buildStoredEvent("otep:core:arrived", 20),
  ];
  assert.equal(merge(events).direction, "return");
  assert.equal(merge([...events, buildStoredEvent("otep:core:returned", 30)]).direction, "return");
  assert.equal(
    merge([...events, buildStoredEvent("otep:core:note", 30, { corrects: "turn" })]).direction,
    "forward",
  );
});

test("replays a past state from the events recorded by then", () => {
  const hour = (hours: number) => ({ now: start_ms + hours * 3_600_000 });
  const events = [
    buildStoredEvent("otep:core:in_transit", 0, {}, hour(1)),
    buildStoredEvent("otep:core:delivered", 10, { event_id: "wrong" }, hour(2)),
    buildStoredEvent("otep:core:arrived", 5, {}, hour(3)),
    buildStoredEvent("otep:core:note", 12, { corrects: "wrong" }, hour(4)),
  ];
  const at = (hours: number) => merge(events, minute(hours * 60));
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((hours) => at(hours).status?.base ?? null),
    [null, "in_transit", "delivered", "delivered", "arrived"],
  );
  assert.deepEqual(merge(events, "2026-03-02T12:00:00+02:00"), at(2));
  assert.equal(at(9).revision, merge(events).revision);
  assert.throws(() => mergeTimeline(events, { subject, at: "yesterday" }), RangeError);
});

test("estimates arrival by the estimate that was made last, else the plan, until the end", () => {
  const createAt = (hours: number) => ({
    source: { recorded_at: new Date(start_ms + hours * 3_600_000).toISOString() },
  });
  const planned = buildStoredEvent("otep:core:delivered", 500, { time_type: "planned", ...createAt(3) });
  const early = buildStoredEvent("otep:core:delivered", 600, { time_type: "estimated", ...createAt(1) });
  const late = buildStoredEvent("otep:core:eta_updated", 550, { time_type: "estimated", ...createAt(2) });
  const hub = buildStoredEvent("otep:core:arrived", 90, { time_type: "estimated", ...createAt(3) });
  const moving = buildStoredEvent("otep:core:in_transit", 0);
  assert.equal(merge([moving, hub]).eta, undefined);
  assert.equal(merge([moving, planned]).eta, minute(500));
  assert.equal(merge([moving, planned, early]).eta, minute(600));
  assert.equal(merge([moving, planned, early, late, hub]).eta, minute(550));
  assert.equal(merge([moving, late, buildStoredEvent("otep:core:delivered", 60)]).eta, undefined);
  const back = buildStoredEvent("otep:core:returned", 700, { time_type: "estimated" });
  assert.equal(merge([moving, late, back]).eta, minute(550));
  assert.equal(merge([buildStoredEvent("otep:core:returning", 5), early, back]).eta, minute(700));
});

test("links what two providers report at the same time and place", () => {
  const globex = { provider: "globex" };
  const lyon = { address: { city: "Lyon", country: "FR" } };
  const first = buildStoredEvent("otep:core:arrived", 0, { location: lyon });
  const second = (minutes: number, location?: object) =>
    merge([first, buildStoredEvent("otep:carrier:arrived_hub", minutes, { location }, globex)]).events[1]!
      .corroborates;
  assert.equal(second(2), first.event_id);
  assert.equal(second(1, { address: { city: "lyon" } }), first.event_id);
  assert.equal(second(1, { address: { city: "Paris", country: "FR" } }), undefined);
  assert.equal(second(2.001), undefined);
  assert.equal(merge([first, buildStoredEvent("otep:core:arrived", 1)]).events[1]!.corroborates, undefined);
  const readings = [
    buildStoredEvent("otep:sensor:reading", 0),
    buildStoredEvent("otep:sensor:reading", 0, {}, globex),
  ];
  assert.equal(merge(readings).events[1]!.corroborates, undefined);
});

test("links to the earliest of several reports, of each provider its latest", () => {
  const report = (provider: string, minutes: number, city?: string) =>
    buildStoredEvent(
      "otep:core:arrived",
      minutes,
      {
        event_id: `${provider}-${minutes}`,
        ...(city === undefined ? {} : { location: { address: { city } } }),
      },
      { provider },
    );
  const { events } = mergeTimeline(
    [
      report("acme", 0, "Lyon"),
      report("globex", 0.5, "Paris"),
      report("acme", 1, "Lyon"),
      report("initech", 1.5),
    ],
    { subject },
  );
  assert.deepEqual(
    events.map(({ corroborates }) => corroborates),
    [undefined, undefined, undefined, "globex-0.5"],
  );
});

test("of two events with the same identity, keeps the one recorded first", () => {
  const first = buildStoredEvent("otep:core:arrived", 0, { event_id: "7" });
  const second = buildStoredEvent("otep:core:departed", 5, { event_id: "7" });
  assert.deepEqual(
    merge([second, first]).events.map((event) => event.base),
    ["arrived"],
  );
});

test("orders events with equal sort keys by content, never by arrival", () => {
  const twice = ["b", "a", "c"].map((event_id) => buildStoredEvent("otep:core:arrived", 0, { event_id }));
  const ids = (events: StoredEvent[]) => merge(events).events.map((event) => event.event_id);
  assert.deepEqual(ids(twice), ["a", "b", "c"]);
  assert.deepEqual(ids([...twice].reverse()), ["a", "b", "c"]);
  const reworded = ["one", "other"].map((description) =>
    buildStoredEvent("otep:core:arrived", 0, { event_id: "7", description }),
  );
  assert.equal(JSON.stringify(merge(reworded)), JSON.stringify(merge([...reworded].reverse())));
});

test("names the first of several valid corrections of one event", () => {
  const wrong = buildStoredEvent("otep:core:delivered", 10, { event_id: "a" });
  const first = buildStoredEvent("otep:core:note", 20, { event_id: "b", corrects: "a" });
  const second = buildStoredEvent("otep:core:note", 30, { event_id: "c", corrects: "a" });
  assert.equal(merge([wrong, first, second]).events[0]!.voided_by, "b");
  const against = buildStoredEvent("otep:core:note", 40, { event_id: "d", corrects: "b" });
  assert.equal(merge([wrong, first, second, against]).events[0]!.voided_by, "c");
  const restored = buildStoredEvent("otep:core:note", 50, { event_id: "e", corrects: "d" });
  assert.equal(merge([wrong, first, second, against, restored]).events[0]!.voided_by, "b");
});

test("keeps the same one of two events, for any order of their members", () => {
  const [one, other] = ["one", "other"].map((description) =>
    buildStoredEvent("otep:core:arrived", 0, { event_id: "a", description }),
  ) as [StoredEvent, StoredEvent];
  const turned = (event: StoredEvent) =>
    Object.fromEntries(Object.entries(event).toReversed()) as unknown as StoredEvent;
  const keepId = (...events: StoredEvent[]) => mergeTimeline(events, { subject }).events[0]!.description;
  for (const events of [
    [one, other],
    [turned(one), other],
    [one, turned(other)],
    [turned(other), turned(one)],
  ])
    assert.equal(keepId(...events), "one");
});
