/**
 * Find the timelines of a request's subjects: one look-up for each kind of identifier, whatever the number of events.
 */
import {
  findCandidates,
  getTrackedKind,
  listTrackedKinds,
  type NumberOwner,
  type Target,
} from "#domain/tracking/tracking/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { SubjectReference, SubjectScheme } from "#otep/event.ts";

export const buildSubjectKey = ({ scheme, id }: SubjectReference) => `${scheme}:${id}`;

type Source = Pick<Context, "db" | "business_id" | "record_kinds">;

/** Schemes whose identifiers are also numbers that carriers and customers give to shipments. */
const NUMBERED: readonly SubjectScheme[] = ["tracking_number", "sscc", "uri"];

/**
 * The targets by `scheme:id`; unknown subjects are absent, and `ambiguous` are those that several records have. `carrier`
 * is who reports: its own numbers are meant.
 */
export async function resolveTargets(
  context: Source,
  subjects: readonly SubjectReference[],
  carrier: string | null,
): Promise<Map<string, Target | "ambiguous">> {
  const subjects_by_scheme = Map.groupBy(subjects, ({ scheme }) => scheme);
  const ids = (scheme: SubjectScheme) => [
    ...new Set((subjects_by_scheme.get(scheme) ?? []).map(({ id }) => id)),
  ];
  const targets = new Map<string, Target | "ambiguous">();
  const take = (scheme: SubjectScheme, targets_by_id: ReadonlyMap<string, Target | "ambiguous">) => {
    for (const [id, target] of targets_by_id) {
      const key = buildSubjectKey({ scheme, id });
      // What a family knows by its own scheme is exact; a number may have been given to something else.
      if (!targets.has(key)) targets.set(key, target);
    }
  };
  await Promise.all([
    ...listTrackedKinds(context).flatMap(({ schemes, findTargetsByIdentifier }) =>
      schemes.map(async (scheme) => {
        if (findTargetsByIdentifier !== undefined && subjects_by_scheme.has(scheme))
          take(scheme, await findTargetsByIdentifier(context, scheme, ids(scheme)));
      }),
    ),
  ]);
  for (const scheme of NUMBERED) {
    const unknown = ids(scheme).filter((id) => !targets.has(buildSubjectKey({ scheme, id })));
    if (unknown.length > 0) take(scheme, await findByNumber(context, unknown, carrier));
  }
  return targets;
}

async function findByNumber(
  context: Source,
  numbers: readonly string[],
  carrier: string | null,
): Promise<Map<string, Target | "ambiguous">> {
  const targets_by_id = new Map<string, Target | "ambiguous">();
  const subjects: [string, NumberOwner][] = [];
  for (const [number, owners] of await findCandidates(context, numbers, carrier)) {
    const [owner] = owners;
    if (owners.length > 1) targets_by_id.set(number, "ambiguous");
    else if (owner !== undefined) subjects.push([number, owner]);
  }
  const groups = Map.groupBy(subjects, ([, { type, of_whole_record }]) => `${type} ${of_whole_record}`);
  await Promise.all(
    [...groups.values()].map(async (group) => {
      const [, { type, of_whole_record }] = group[0] as (typeof group)[number];
      const ids = [...new Set(group.map(([, { id }]) => id))];
      const targets = await getTrackedKind(context, type).findTargets(context, ids, of_whole_record);
      for (const [number, { id }] of group) {
        const target = targets.get(id);
        if (target !== undefined) targets_by_id.set(number, target);
      }
    }),
  );
  return targets_by_id;
}
