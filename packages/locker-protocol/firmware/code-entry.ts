/** Codes that people type. */
import { deriveSecret, findCounter, findResynchronisedCounter } from "../codes.ts";
import { findLatestTime } from "../device-clock.ts";
import { type Details, USES, type Use } from "../messages.ts";
import { isFull } from "../operation-queue.ts";
import type { DisplayKey } from "./device-state.ts";
import { open, VISIT_MS } from "./doors.ts";
import { push } from "./outbox.ts";
import { display, type Run, record, setCompartment, setMemory } from "./run.ts";

const WRONG_CODES_MAX = 5;
const LOCKOUT_MS = 60_000;

interface Match {
  compartment: string;
  use: Use;
  counter: number;
}

export function acceptCode(run: Run, code: string, chosen_compartment?: string): void {
  const { memory, clock, flash } = run;
  if (clock < memory.locked_until) {
    display(run, "code_locked_out");
    return;
  }
  if (isFull(flash.queue)) {
    refuseCode(run, "memory_full", "memory_full");
    return;
  }
  const matches = findMatches(run, chosen_compartment, (secret, next) => findCounter(secret, code, next));
  const allowed_matches = matches.filter((match) => isAllowed(run, match));
  if (allowed_matches.length > 1) {
    refuseCode(run, "ambiguous", "code_ambiguous");
    return;
  }
  const match = allowed_matches[0] ?? resynchronize(run, code, chosen_compartment);
  if (match === undefined) {
    if (matches.length > 0) {
      refuseCode(run, "not_allowed", "code_not_allowed", matches[0]);
      return;
    }
    const wrong_codes = memory.wrong_codes + 1;
    const is_locked = wrong_codes >= WRONG_CODES_MAX;
    setMemory(run, {
      wrong_codes: is_locked ? 0 : wrong_codes,
      last_wrong_code: code,
      ...(is_locked && { locked_until: clock + LOCKOUT_MS }),
    });
    refuseCode(run, is_locked ? "locked_out" : "wrong", "code_wrong");
    return;
  }
  const { compartment, use, counter } = match;
  const { next_counters, fault } = flash.compartments[compartment]!;
  if (fault === "no_board") {
    refuseCode(run, "no_board", "no_board", match);
    return;
  }
  setMemory(run, { wrong_codes: 0, last_wrong_code: null });
  setCompartment(run, compartment, { next_counters: { ...next_counters, [use]: counter + 1 } });
  record(run, "code_accepted", compartment, { use, counter });
  setMemory(run, {
    visit: {
      compartment,
      use,
      counter,
      openings: 1,
      has_opened: false,
      until: clock + VISIT_MS,
      statements: [],
    },
  });
  open(run, compartment, { cause: use === "operator" ? "operator" : "code", use, counter, since: clock });
  push(run);
}

function refuseCode(run: Run, why: Details<"code_refused">["why"], key: DisplayKey, match?: Match): void {
  record(run, "code_refused", match?.compartment ?? null, { why }, "failed");
  display(run, key, match?.compartment ?? null);
  push(run);
}

function findMatches(
  run: Run,
  chosen_compartment: string | undefined,
  find: (secret: Uint8Array, next: number) => number | undefined,
): Match[] {
  const code_secret = Uint8Array.fromBase64(run.flash.code_secret, { alphabet: "base64url" });
  return Object.entries(run.flash.compartments)
    .filter(([compartment]) => chosen_compartment === undefined || compartment === chosen_compartment)
    .flatMap(([compartment, { next_counters }]) =>
      USES.flatMap((use) => {
        const counter = find(deriveSecret(code_secret, compartment, use), next_counters[use]);
        return counter === undefined ? [] : { compartment, use, counter };
      }),
    );
}

/** An operator's codes are always allowed. A device that does not know the time does not end what was allowed. */
function isAllowed(run: Run, { compartment, use }: Match): boolean {
  if (use === "operator") return true;
  const { uses, not_after } = run.flash.compartments[compartment]!.allowed;
  if (!uses.some((one) => one.use === use)) return false;
  const latest_time = findLatestTime(run.memory.reading, run.clock);
  return not_after === null || latest_time === null || latest_time < Date.parse(not_after);
}

/** Two consecutive codes of one compartment that the person chose; both are wrong where the device looks. */
function resynchronize(run: Run, code: string, chosen_compartment?: string): Match | undefined {
  const { last_wrong_code } = run.memory;
  if (last_wrong_code === null || chosen_compartment === undefined) return undefined;
  return findMatches(run, chosen_compartment, (secret, next) =>
    findResynchronisedCounter(secret, [last_wrong_code, code], next),
  ).find((match) => isAllowed(run, match));
}
