/**
 * What a person decides about, in at most 15 lines: who receives something, which records, their members before and
 * after, and who asked. Every surface shows these lines.
 */
import type { RecordChange } from "#operation/run/changes.ts";
import { describeDoubt, listDoubts } from "#operation/run/doubts.ts";
import { formatRecipient } from "#vocabulary/place.ts";

export interface OverviewLine {
  /** The kind of record, or the member. */
  what: string;
  text: string | null;
  before: string | null;
  after: string | null;
}

export interface ProposalFacts {
  arguments: Record<string, unknown>;
  /** Null when the reader may not see what would change. */
  effect: {
    answer: Record<string, unknown>;
    changes: readonly RecordChange[];
    /** The records that exist already, in the order in which the write reaches them. */
    records: readonly { type: string; id: string }[];
    /** The type of each record that it would create. */
    created: readonly string[];
    refusal: string | null;
  } | null;
  /** How people know a record, by `type/id`. */
  titles: ReadonlyMap<string, string>;
  reason: string | null;
  proposer: string;
  token: string | null;
  client: string | null;
}

export const OVERVIEW_LINES_MAX = 15;
const RECIPIENTS_SHOWN_MAX = 6;
/** Records that change in the same way share the lines of their differences. */
const RECORDS_SHOWN_MAX = 4;
const DOUBTS_SHOWN_MAX = 3;
const TEXT_MAX = 160;

/** Records that only keep account of the work. */
const BOOKKEEPING_TYPES: ReadonlySet<string> = new Set(["batch", "plan_run", "quote", "uniorder_job"]);
const BOOKKEEPING_MEMBERS: ReadonlySet<string> = new Set(["status_before_hold", "at", "by"]);
/** Their name is whom they are for. */
const TYPES_FOR_A_RECIPIENT: ReadonlySet<string> = new Set([
  "order",
  "label",
  "shipping_order",
  "shipout",
  "storage_order",
]);
/** The member of an order, a shipment or a change of address that says where it goes. */
const DESTINATIONS = ["dropoff", "ship_to", "address", "recipient"] as const;
const TITLES = ["tracking_number", "code", "number", "ref", "name", "driver_name"] as const;

const line = (what: string, members: Partial<OverviewLine>): OverviewLine => ({
  what,
  text: null,
  before: null,
  after: null,
  ...members,
});

export function buildOverview(facts: ProposalFacts): OverviewLine[] {
  const { effect, reason, proposer, token, client } = facts;
  const last = [
    ...(effect?.refusal == null ? [] : [line("would_be_refused", { text: clip(effect.refusal) })]),
    ...(effect === null ? [] : listInDoubt(effect.answer)),
    ...(reason === null ? [] : [line("reason", { text: clip(reason) })]),
    line("proposed_by", { text: clip(proposer) }),
    ...(token === null ? [] : [line("token", { text: clip(token) })]),
    ...(client === null ? [] : [line("client", { text: clip(client) })]),
  ];
  const recipients = listRecipients(facts.arguments);
  const first = [
    ...(recipients.length > 0 || effect === null ? recipients : listCreated(effect)),
    ...(effect === null ? [] : listDifferences(facts, effect)),
    ...listArguments(facts),
    ...(effect === null ? [] : listResults(facts, effect.answer)),
  ];
  const room = OVERVIEW_LINES_MAX - last.length;
  const visible_lines =
    first.length <= room
      ? first
      : [...first.slice(0, room - 1), line("more", { text: String(first.length - room + 1) })];
  return [...visible_lines, ...last];
}

function listInDoubt(answer: Record<string, unknown>): OverviewLine[] {
  const doubts = listDoubts(answer);
  const more = doubts.length - DOUBTS_SHOWN_MAX;
  return [
    ...doubts.slice(0, DOUBTS_SHOWN_MAX).map((doubt) => line("doubt", { text: clip(describeDoubt(doubt)) })),
    ...(more > 0 ? [line("more_doubts", { text: String(more) })] : []),
  ];
}

function listRecipients(given_arguments: Record<string, unknown>): OverviewLine[] {
  const places = [
    given_arguments,
    ...Object.values(given_arguments).flatMap((member) => (Array.isArray(member) ? member : [])),
  ]
    .filter(isRecord)
    .flatMap((one) => findDestination(one) ?? []);
  return listSome("recipient", places, RECIPIENTS_SHOWN_MAX);
}

function findDestination(one: Record<string, unknown>): string | undefined {
  for (const name of DESTINATIONS) {
    const place = one[name];
    if (isRecord(place) && "line1" in place) return clip(formatRecipient(place));
  }
  return undefined;
}

/** What is created at a rate or from a file: the arguments name no recipients. */
function listCreated({ changes, created }: NonNullable<ProposalFacts["effect"]>): OverviewLine[] {
  const named_changes = changes.filter(({ id, name }) => id === null && name !== undefined);
  return [...Map.groupBy(named_changes, ({ type }) => type)].flatMap(([type, group]) =>
    listSome(
      TYPES_FOR_A_RECIPIENT.has(type) ? "recipient" : type,
      group.map(({ name = "" }) => clip(name)),
      RECIPIENTS_SHOWN_MAX,
      created.filter((one) => one === type).length,
    ),
  );
}

/** A list of many begins with how many there are; `total` when not all are listed here. */
function listSome(
  what: string,
  texts: readonly string[],
  most: number,
  total = texts.length,
): OverviewLine[] {
  if (total <= 1) return texts.map((text) => line(what, { text }));
  const more = total - Math.min(most, texts.length);
  return [
    line(`${what}s`, { text: String(total) }),
    ...texts.slice(0, most).map((text) => line(what, { text })),
    ...(more > 0 ? [line(`more_${what}s`, { text: String(more) })] : []),
  ];
}

function listDifferences(
  { titles }: ProposalFacts,
  { answer, changes, records }: NonNullable<ProposalFacts["effect"]>,
): OverviewLine[] {
  const change_of = new Map(changes.map((change) => [`${change.type}/${change.id}`, change]));
  const of_note = records.filter(({ type }) => !BOOKKEEPING_TYPES.has(type));
  const groups = Map.groupBy(of_note, ({ type, id }) => {
    const { before, after } = change_of.get(`${type}/${id}`) ?? {};
    return JSON.stringify([type, before, after]);
  });
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { type } = first;
    const shown_titles = group.map(({ id }) => {
      const title = titles.get(`${type}/${id}`) ?? findTitleInAnswer(type, answer);
      return title === undefined ? id : clip(`${id} · ${title}`);
    });
    const change = change_of.get(`${type}/${first.id}`);
    return [
      ...listSome(type, shown_titles, RECORDS_SHOWN_MAX),
      ...(change === undefined ? [] : listMembers(change)),
    ];
  });
}

function listMembers({ before, after }: RecordChange): OverviewLine[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => !BOOKKEEPING_MEMBERS.has(name))
    .map((name) =>
      line(name, { before: formatValue(before[name]) ?? "–", after: formatValue(after[name]) ?? "–" }),
    );
}

/** For a record that no family describes. */
function findTitleInAnswer(type: string, answer: Record<string, unknown>): string | undefined {
  const record = answer[type];
  return isRecord(record) ? findTitle(record) : undefined;
}

function findTitle(record: Record<string, unknown>): string | undefined {
  for (const name of TITLES) {
    const value = record[name];
    if (typeof value === "string" && value !== "") return value;
  }
  return undefined;
}

/** What was asked and stands in no line yet. Ids of the records that are named say nothing more. */
function listArguments({ arguments: given_arguments, effect }: ProposalFacts): OverviewLine[] {
  const ids = new Set(effect?.records.map(({ id }) => id));
  const shows = (value: unknown): boolean =>
    Array.isArray(value) ? value.length > 0 && value.every(shows) : ids.has(String(value));
  return Object.entries(given_arguments).flatMap(([name, value]) => {
    if (/(^|_)ids?$/.test(name) && shows(value)) return [];
    if (isRecord(value) && DESTINATIONS.some((place) => place === name) && "line1" in value) return [];
    if (Array.isArray(value) && value.some((one) => isRecord(one) && findDestination(one) !== undefined))
      return [];
    const text = formatValue(value);
    return text === null ? [] : [line(name, { text })];
  });
}

/** Lists of the answer whose entries have names, such as the routes of a plan. */
function listResults(
  { arguments: given_arguments }: ProposalFacts,
  answer: Record<string, unknown>,
): OverviewLine[] {
  return Object.entries(answer).flatMap(([name, list]) => {
    if (!Array.isArray(list) || list.length === 0 || name in given_arguments || name === "doubts") return [];
    const titles = list.filter(isRecord).flatMap((one) => findTitle(one) ?? []);
    const text = [String(list.length), titles.slice(0, RECIPIENTS_SHOWN_MAX).join(", ")].filter(Boolean);
    return [line(name, { text: clip(text.join(": ")) })];
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Null when there is nothing to say. */
function formatValue(value: unknown): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (isRecord(value) && "line1" in value) return clip(formatRecipient(value));
  if (typeof value === "object") {
    const parts = Object.entries(value).flatMap(([name, member]) => {
      if (BOOKKEEPING_MEMBERS.has(name)) return [];
      const text = formatValue(member);
      if (text === null) return [];
      return Array.isArray(value) ? [text] : [`${name}: ${text}`];
    });
    return parts.length === 0 ? null : clip(parts.join(", "));
  }
  return clip(String(value));
}

/** One line: breaks would make a text look like lines of its own. */
function clip(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a page.
  const flat = text.replaceAll(/[\s\u0000-\u001f\u007f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, " ").trim();
  return flat.length > TEXT_MAX ? `${flat.slice(0, TEXT_MAX - 1)}…` : flat;
}
