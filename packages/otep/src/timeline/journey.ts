/** Computes the status of a subject event by event: the only place that derives a status. */
import type { PhaseName } from "../codes.gen.ts";
import type { StoredEvent } from "../event.ts";
import { isPassedOver, isTransparent, type StatusOfProvider } from "../state-machine.ts";
import type { TimelineStatus } from "../timeline.ts";
import { type CodeEntry, getProfile } from "../vocabulary.ts";

type Step = Pick<StoredEvent, "status_code" | "occurred_at" | "time_type" | "incident_reason"> & {
  source: { provider?: string };
};

export class Journey {
  /** The profile of the latest status event outside `core`. */
  profile = "core";
  returning = false;
  first_event_at: string | null = null;
  last_event_at: string | null = null;

  /** Of the event given last: its phase, whether it happened and stands, and whether it came after the end. */
  phase: PhaseName = "pre_shipment";
  counts = false;
  late = false;
  /** Whether it became the status. */
  moves = false;
  /** Whether it is a status that says nothing of where the goods are. */
  passed_over = false;

  #carried: PhaseName = "pre_shipment";
  #since = "";
  #current: Step | undefined;
  #code: CodeEntry | undefined;
  /** The latest status, seen through transparent ones where there is another. */
  #from: StatusOfProvider | undefined;

  /** Call in the order of the timeline. */
  next(event: Step, code: CodeEntry, voided: boolean): void {
    const ended = this.#code?.terminal === true;
    this.phase = code.phase ?? this.#carried;
    this.counts = event.time_type === "actual" && !voided;
    const is_status = this.counts && code.effect === "status";
    this.late = is_status && ended;
    const provider_status: StatusOfProvider = { base: code.base, provider: event.source.provider };
    this.passed_over = is_status && !ended && isPassedOver(this.#from, provider_status);
    this.moves = is_status && !ended && !this.passed_over;
    if (this.counts) {
      this.first_event_at ??= event.occurred_at;
      this.last_event_at = event.occurred_at;
    }
    if (!this.moves) return;
    if (this.#current?.status_code !== event.status_code) this.#since = event.occurred_at;
    this.#carried = this.phase;
    this.#current = event;
    this.#code = code;
    if (this.#from === undefined || isTransparent(this.#from.base) || !isTransparent(code.base))
      this.#from = provider_status;
    if (code.base === "returning" || code.base === "returned") this.returning = true;
    const own_profile = getProfile(event.status_code);
    if (own_profile !== "core") this.profile = own_profile;
  }

  get delivered(): boolean {
    return this.#code?.base === "delivered";
  }

  get ended(): boolean {
    return this.#code?.terminal === true;
  }

  get direction(): "forward" | "return" {
    return this.returning ? "return" : "forward";
  }

  get status(): TimelineStatus | null {
    if (this.#current === undefined || this.#code === undefined) return null;
    const status: TimelineStatus = {
      code: this.#current.status_code,
      base: this.#code.base,
      phase: this.#carried,
      terminal: this.#code.terminal,
      since: this.#since,
    };
    if (this.#current.incident_reason !== undefined) status.incident_reason = this.#current.incident_reason;
    return status;
  }
}
