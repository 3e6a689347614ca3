/** The skills of the business. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Skill } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";

const skillsQuery = queryOptions({
  queryKey: ["skills"],
  queryFn: ({ signal }) => client.skills({ per_page: 200 }, { signal }),
  meta: { live: ["skill"] },
});

/** Undefined for those who may not see them, and until they are read. */
export function useKnownSkills(is_needed: boolean): readonly Skill[] | undefined {
  const may_see = useMe().permissions.includes("drivers:read");
  return useQuery({ ...skillsQuery, enabled: is_needed && may_see, retry: false }).data?.skills;
}

/** None for those who may not see them. */
export const useSkills = (is_needed: boolean): readonly Skill[] => useKnownSkills(is_needed) ?? NONE;

const NONE: readonly never[] = [];

export function useSkillNames(is_needed: boolean): ReadonlyMap<string, string> {
  return new Map(useSkills(is_needed).map(({ code, name }) => [code, name]));
}
