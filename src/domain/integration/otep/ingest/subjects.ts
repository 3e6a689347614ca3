/**
 * Find the timelines of a request's subjects: one look-up for each kind of identifier, whatever the number of events.
 */
import {
  findSubjects,
  getTrackingSubject,
  listTrackingSubjects,
  type Target,
} from "#domain/tracking/tracking/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { SubjectReference, SubjectScheme } from "#otep/event.ts";

export const buildSubjectKey = ({ scheme, id }: SubjectReference) => `${scheme}:${id}`;

/** The targets by `scheme:id`; unknown subjects are absent. */
export async function resolveTargets(
  context: Pick<Context, "db" | "business_id" | "subjects">,
  subjects: readonly SubjectReference[],
): Promise<Map<string, Target>> {
  const asked = Map.groupBy(subjects, ({ scheme }) => scheme);
  const ids = (scheme: SubjectScheme) => [...new Set((asked.get(scheme) ?? []).map(({ id }) => id))];
  const targets = new Map<string, Target>();
  const take = (scheme: SubjectScheme, found: ReadonlyMap<string, Target>) => {
    for (const [id, target] of found) targets.set(buildSubjectKey({ scheme, id }), target);
  };
  await Promise.all([
    findByNumber(context, ids("tracking_number")).then((found) => take("tracking_number", found)),
    ...listTrackingSubjects(context).flatMap(({ schemes, locate }) =>
      schemes.map(async (scheme) => {
        if (locate !== undefined && asked.has(scheme))
          take(scheme, await locate(context, scheme, ids(scheme)));
      }),
    ),
  ]);
  return targets;
}

async function findByNumber(
  context: Pick<Context, "db" | "business_id" | "subjects">,
  numbers: readonly string[],
): Promise<Map<string, Target>> {
  if (numbers.length === 0) return new Map();
  const subjects = [...(await findSubjects(context, numbers))];
  const found = new Map<string, Target>();
  const groups = Map.groupBy(subjects, ([, { type, of_whole }]) => `${type} ${of_whole}`);
  await Promise.all(
    [...groups.values()].map(async (group) => {
      const [, { type, of_whole }] = group[0] as (typeof group)[number];
      const ids = [...new Set(group.map(([, { id }]) => id))];
      const targets = await getTrackingSubject(context, type).targets(context, ids, of_whole);
      for (const [number, { id }] of group) {
        const target = targets.get(id);
        if (target !== undefined) found.set(number, target);
      }
    }),
  );
  return found;
}
