/** The tools that have no operation behind them, in no order. */
import type { MetaTool } from "../tool.ts";
import { getApiEndpoints } from "./api-endpoints.ts";
import { getCapabilities } from "./capabilities.ts";
import { getGraphqlOperations } from "./graphql-operations.ts";
import { runGraphqlQuery } from "./graphql-query.ts";
import { guideTools } from "./guides.ts";
import { checkSkillUpdate } from "./skill.ts";

export function metaTools(): MetaTool[] {
  return [
    getCapabilities,
    getApiEndpoints,
    getGraphqlOperations,
    runGraphqlQuery,
    checkSkillUpdate,
    ...guideTools(),
  ];
}
