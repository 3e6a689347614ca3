/** What a grant gives, in plain words. */
import type { Tone } from "../../../parts/labels.ts";
import { day, type Times } from "../../../parts/times.ts";
import type { Alliance, Field, Grant, Member } from "./queries.ts";
import { text } from "./text.ts";

/** Shown in full up to this many. */
const CODES_MAX = 4;

export const nameFields = (fields: readonly Field[]): string =>
  fields.map((field) => text.fields[field].toLocaleLowerCase()).join(", ");

/** "Tracking, orders" */
export function describeScopes({ scopes }: Pick<Grant, "scopes">): string {
  const [first = "", ...others] = scopes.map((scope) => text.scopes[scope]);
  return [first, ...others.map((name) => name.toLocaleLowerCase())].join(", ");
}

/** "Orders of 2 customers, with postal codes 707" */
export function describeOrders({ filters, is_limited }: Pick<Grant, "filters" | "is_limited">): string {
  if (!is_limited) return text.gives_all;
  if (filters === null) return text.gives_some;
  const { customer_ids, polygon, postcodes, from, to } = filters;
  const parts: string[] = [];
  if (customer_ids) parts.push(text.gives_customers({ n: customer_ids.length }));
  if (polygon) parts.push(text.gives_area);
  if (postcodes)
    parts.push(
      text.gives_postcodes({
        codes: `${postcodes.slice(0, CODES_MAX).join(", ")}${postcodes.length > CODES_MAX ? " …" : ""}`,
      }),
    );
  if (from && to) parts.push(text.gives_dates({ from: day(from), to: day(to) }));
  else if (from) parts.push(text.gives_from({ from: day(from) }));
  else if (to) parts.push(text.gives_to({ to: day(to) }));
  return text.gives_limited({ how: parts.join(", ") });
}

export const describeMask = ({ fields_masked }: Pick<Grant, "fields_masked">): string =>
  fields_masked.length === 0 ? text.nothing_withheld : text.without({ fields: nameFields(fields_masked) });

export const describeEnd = ({ valid_until }: Pick<Grant, "valid_until">, times: Times): string | null =>
  valid_until === null ? null : text.ends({ at: times.moment(valid_until) });

export const MEMBER_TONES: Record<Member["state"], Tone> = {
  invited: "blue",
  active: "good",
  suspended: "warn",
  left: "grey",
  declined: "grey",
};

export const GRANT_TONES: Record<Grant["state"], Tone> = {
  in_force: "good",
  revoked: "grey",
  expired: "grey",
  closed: "grey",
  not_member: "blue",
  member_suspended: "warn",
  terms_unsigned: "blue",
};

/** The state of the business in an alliance, as the list shows it. */
export function describeOwnState({ status, state, must_sign }: Alliance): { label: string; tone: Tone } {
  if (status === "closed") return { label: text.closed, tone: "grey" };
  if (must_sign) return { label: text.to_sign, tone: "warn" };
  return { label: text.states[state], tone: MEMBER_TONES[state] };
}

export const nameOwner = ({ role, owner }: Alliance): string =>
  role === "owner" ? text.owned : text.founded_by({ name: owner.name });
