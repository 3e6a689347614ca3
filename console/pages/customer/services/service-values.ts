/** A definition as its form keeps it, the request that it is, and what becomes of it when somebody else has saved another. Pure. */
import type { ClientServiceCreateInput, Service } from "../../../../packages/client/client.gen.ts";
import { type Question, readQuestions, toName, toQuestionPath, writeQuestions } from "./questions.ts";

type Definition = Omit<ClientServiceCreateInput, "code" | "kind" | "family" | "active_from">;
type Keyed<Row> = Row & { key: number };

export interface ServiceValues {
  code: string;
  kind: Service["kind"];
  family: Service["family"];
  active_from: string;
  name: string;
  description: string;
  is_offered: boolean;
  pricing_method: 1 | 2;
  payment: Definition["payment"];
  pickup: Definition["pickup"];
  dropoff: Definition["dropoff"];
  measures: Definition["measures"];
  questions: Question[];
  warehouse_ids: number[];
  packaging: Keyed<Definition["packaging"][number]>[];
  supplies: Keyed<Definition["supplies"][number]>[];
  surcharges: string[];
  price_answers: NonNullable<Definition["price_answers"]>;
  pickup_timeframes: Keyed<Definition["pickup_timeframes"][number]>[];
  units: Definition["units"];
  storage: NonNullable<Definition["storage"]>;
}

/** A new service that customers bring goods for. */
export const NEW_SERVICE: ServiceValues = {
  code: "",
  kind: "shipping",
  family: "shipping_service",
  active_from: "",
  name: "",
  description: "",
  is_offered: true,
  pricing_method: 1,
  payment: "before_confirmation",
  pickup: "none",
  dropoff: "required",
  measures: "required",
  questions: [],
  warehouse_ids: [],
  packaging: [],
  supplies: [],
  surcharges: [],
  price_answers: {},
  pickup_timeframes: [],
  units: { weight: "kg", length: "cm" },
  storage: { free_days: 0, grace_days: 7 },
};

const withKeys = <Row extends object>(rows: readonly Row[]): Keyed<Row>[] =>
  rows.map((row, index) => ({ ...row, key: index + 1 }));

export function toValues(service: Service): ServiceValues {
  const { form_fields, packaging, supplies, pickup_timeframes, storage, price_answers } = service;
  return {
    code: service.code,
    kind: service.kind,
    family: service.family,
    // A version that is to begin later keeps its day.
    active_from: service.is_active ? "" : service.active_from,
    name: service.name,
    description: service.description ?? "",
    is_offered: service.is_offered,
    pricing_method: service.pricing_method,
    payment: service.payment,
    pickup: service.pickup,
    dropoff: service.dropoff,
    measures: service.measures,
    questions: readQuestions(form_fields),
    warehouse_ids: service.warehouse_ids,
    packaging: withKeys(packaging),
    supplies: withKeys(supplies),
    surcharges: service.surcharges,
    price_answers: price_answers ?? {},
    pickup_timeframes: withKeys(pickup_timeframes),
    units: service.units,
    storage: storage ?? NEW_SERVICE.storage,
  };
}

/** A code made of a name: "Small box" is `small-box`. */
export const toCode = (name: string): string => toName(name).replaceAll("_", "-");

const withCode = <Row extends { key: number; code: string; name: string }>({ key: _key, ...row }: Row) => ({
  ...row,
  name: row.name.trim(),
  code: row.code.trim() || toCode(row.name),
});

export function toDefinition(values: ServiceValues): Definition {
  const { description, questions, price_answers, storage, kind, pickup } = values;
  const answers = Object.fromEntries(Object.entries(price_answers).filter(([, name]) => name));
  return {
    name: values.name.trim(),
    ...(description.trim() === "" ? {} : { description: description.trim() }),
    is_offered: values.is_offered,
    pricing_method: values.pricing_method,
    payment: values.payment,
    pickup,
    dropoff: values.dropoff,
    measures: values.measures,
    form_fields: writeQuestions(questions),
    warehouse_ids: values.warehouse_ids,
    packaging: values.packaging.map(withCode),
    supplies: values.supplies.map(withCode),
    surcharges: values.surcharges,
    ...(Object.keys(answers).length > 0 ? { price_answers: answers } : {}),
    pickup_timeframes: pickup === "none" ? [] : values.pickup_timeframes.map(withCode),
    units: values.units,
    ...(kind === "storage" ? { storage } : {}),
  };
}

export const toIdentity = ({ code, name, kind, family }: ServiceValues) => ({
  code: code.trim() || toCode(name),
  kind,
  family,
});

/** `form_fields.properties.floors.minimum` of a request is `questions.2.minimum` of the form. */
export function toPath(path: string, { questions }: Pick<ServiceValues, "questions">): string {
  const [member, ...rest] = path.split(".");
  return member === "form_fields" && rest.length > 1 ? `questions.${toQuestionPath(rest, questions)}` : path;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Whether two versions of a form would be stored as the same definition. */
export const isSameDefinition = (one: ServiceValues, other: ServiceValues): boolean =>
  isSame([toDefinition(one), one.active_from], [toDefinition(other), other.active_from]);

export type Member = keyof ServiceValues;

export interface Merge {
  values: ServiceValues;
  /** Members that only the other one changed. */
  theirs: Member[];
  /** Members that both changed, to different values: one's own are kept. */
  both: Member[];
}

/** One's own changes on top of what somebody else has saved, member by member. */
export function mergeValues(base: ServiceValues, mine: ServiceValues, saved: ServiceValues): Merge {
  const members = Object.keys(base) as Member[];
  const is_mine = (member: Member) => !isSame(mine[member], base[member]);
  const is_theirs = (member: Member) => !isSame(saved[member], base[member]);
  const kind_members = Object.fromEntries(members.filter(is_mine).map((member) => [member, mine[member]]));
  const changed = members.filter((member) => is_theirs(member) && !isSame(mine[member], saved[member]));
  return {
    values: { ...saved, ...(kind_members as Partial<ServiceValues>) },
    theirs: changed.filter((member) => !is_mine(member)),
    both: changed.filter(is_mine),
  };
}
