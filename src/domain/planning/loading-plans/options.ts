/** The options of a solve that the input names. */
import type { PlanOptions } from "./shapes.ts";

export const pickOptions = ({ seed, iterations, time_limit_s }: PlanOptions): PlanOptions => ({
  ...(seed === undefined ? {} : { seed }),
  ...(iterations === undefined ? {} : { iterations }),
  ...(time_limit_s === undefined ? {} : { time_limit_s }),
});
