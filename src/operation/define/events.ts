/**
 * The event kinds of a family: one `defineEvents` in `src/domain/<area>/<family>/events.ts`, found by folder like
 * operations are. `emit` accepts declared kinds only, with the payload that they declare; the feed, push and the
 * reference read the declarations.
 */
import assert from "node:assert";
import Type, { IsObject, type Static, type TObject, type TProperties, type TSchema } from "typebox";
import type { PriceFamily } from "#vocabulary/features.ts";
import type { Scope } from "#vocabulary/scopes.ts";
import { compileResponseFilter } from "./schema.ts";

/** The payloads of all kinds, by kind. Each family adds its own: `interface EventKinds extends KindsIn<typeof events> {}`. */
// biome-ignore lint/suspicious/noEmptyInterface: the families add its members.
export interface EventKinds {}

export type EventKind = keyof EventKinds;

/** Topics of records that have one of their own. A family adds its own beside the definition of the kind: `interface RecordTopics { "order-chat": true }`. */
// biome-ignore lint/suspicious/noEmptyInterface: the families add its members.
export interface RecordTopics {}

/**
 * Topics of push that an event goes to: that of the dispatchers, of its route or routes, of its driver or drivers, of a record
 * that has one of its own.
 *
 * Besides the people of the business, an event of such a record goes to those whom it names: `driver_id`, `customer_id`,
 * `contractor_account_id`.
 */
export type PushTopic = "dispatch" | "route" | "driver" | keyof RecordTopics;

/** Orders that were created and money that was spent, as a token may be limited in. */
export interface Usage {
  orders?: number;
  money?: { amount_minor: number; currency: string };
}

/** A public type that only some events of a kind have. */
interface ConditionalType {
  type: string;
  /** For the reference, after "when": "the status changed". */
  when: string;
  applies(payload: Readonly<Record<string, unknown>>): boolean;
}

export interface EventDeclaration<Payload extends TSchema = TObject> {
  /** A sentence for the reference. */
  summary: string;
  /** The kinds of records that it may be about; `any`: other families register theirs. */
  record_kinds: readonly string[] | "any";
  /**
   * What is stored, published and shown in previews. Money stands only in members of `#vocabulary/price.ts`, so that
   * it can be hidden. No personal data.
   */
  payload: Payload;
  /** The scope needed to see it, on every way it is published. */
  scope: Scope;
  /** None when absent. */
  topics?: readonly PushTopic[];
  /** It is about a device: one that is connected is checked again, and gets the commands that it has not been sent. */
  wakes_device?: true;
  /** What apps know it by: the `type` of a pushed message. */
  push_type?: string;
  /** What it uses of the daily limits of a token; nothing when absent. */
  usage?: (payload: Readonly<Record<string, unknown>>) => Usage;
  /** The public types it is published as; none when absent. */
  public_types?: readonly (string | ConditionalType)[];
}

export interface EventSet<Kinds extends Record<string, EventDeclaration> = Record<string, EventDeclaration>> {
  is_event_set: true;
  kinds: Kinds;
  /** Public types, `<aggregate>.<fact>`, with a sentence for each. The kinds of any family may be published as them. */
  types: Readonly<Record<string, string>>;
}

export function defineEvents<const Kinds extends Record<string, EventDeclaration>>(
  kinds: Kinds,
  types: Readonly<Record<string, string>> = {},
): EventSet<Kinds> {
  return { is_event_set: true, kinds, types };
}

/**
 * Declares kinds of events that have kinds of records, scope and topics in common, each by its summary, the members of its payload, and
 * what else it has: `const bin = groupEvents({ record_kinds: ["bin"], scope: "wms:read" })`, then
 * `"bin.closed": bin("A bin was closed.", { reason: Type.String() })`.
 */
export function groupEvents(common: Pick<EventDeclaration, "record_kinds" | "scope" | "topics">) {
  return <Members extends TProperties>(
    summary: string,
    payload: Members | TObject<Members>,
    more: Omit<Partial<EventDeclaration>, "payload"> = {},
  ): EventDeclaration<TObject<Members>> => ({
    ...common,
    summary,
    payload: IsObject(payload) ? payload : Type.Object(payload),
    ...more,
  });
}

export type KindsIn<Events extends EventSet> = {
  [Kind in keyof Events["kinds"]]: Static<Events["kinds"][Kind]["payload"]>;
};

/** Members may be read-only, and undefined: those are omitted when the event is stored. */
type Emittable<Value> = Value extends readonly (infer Item)[]
  ? readonly Emittable<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Emittable<Value[Key]> | undefined }
    : Value;

export type PayloadOf<Kind extends EventKind> = Emittable<EventKinds[Kind]>;

/** The declarations of all families. */
export interface EventCatalogue {
  kinds: ReadonlyMap<string, EventDeclaration & { family: string }>;
  /** The public types, and the kinds that are published as each. */
  types: ReadonlyMap<string, { summary: string; family: string; kinds: readonly string[] }>;
}

export function buildEventCatalogue(sets: readonly (readonly [string, EventSet])[]): EventCatalogue {
  const kinds = new Map<string, EventDeclaration & { family: string }>();
  const types = new Map<string, { summary: string; family: string; kinds: string[] }>();
  for (const [family, events] of sets) {
    for (const [kind, declaration] of Object.entries(events.kinds)) {
      assert(!kinds.has(kind), `Two families declare events of the kind ${kind}.`);
      kinds.set(kind, { ...declaration, family });
    }
    for (const [type, summary] of Object.entries(events.types)) {
      assert(!types.has(type), `Two families declare the public type ${type}.`);
      types.set(type, { summary, family, kinds: [] });
    }
  }
  for (const [kind, { public_types = [] }] of kinds) {
    for (const one of public_types) {
      const type = typeof one === "string" ? one : one.type;
      const declared = types.get(type);
      assert(
        declared !== undefined,
        `${kind} is published as ${type}, which no family declares as a public type.`,
      );
      declared.kinds.push(kind);
    }
  }
  for (const [type, declared] of types)
    assert(declared.kinds.length > 0, `No kind of event is published as the public type ${type}.`);
  return { kinds, types };
}

/** The public types of an event, in the order of its declaration. */
export function listPublicTypes(
  { kinds }: EventCatalogue,
  { kind, payload }: { kind: string; payload: Readonly<Record<string, unknown>> },
): string[] {
  return (kinds.get(kind)?.public_types ?? []).flatMap((one) => {
    if (typeof one === "string") return [one];
    return one.applies(payload) ? [one.type] : [];
  });
}

/**
 * The payload of an event as a caller sees it from whom the prices of some families are hidden. Nothing of an event
 * whose kind is not declared any more: no mark says what a price is in it.
 */
export function filterPayload(
  { kinds }: EventCatalogue,
  { kind, payload }: { kind: string; payload: Record<string, unknown> },
  hidden_prices: ReadonlySet<PriceFamily>,
): Record<string, unknown> {
  if (hidden_prices.size === 0) return payload;
  const declaration = kinds.get(kind);
  if (declaration === undefined) return {};
  return compileResponseFilter(declaration.payload, hidden_prices)(payload) as Record<string, unknown>;
}
