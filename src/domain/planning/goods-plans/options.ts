/** How long and how far a solver searches. */
import Type from "typebox";

export const LIMITS = { sync_s: 20, async_s: 300, iterations: 1_000_000 } as const;
export const TIME_LIMIT_DEFAULT_S = 5;

/** As the wire and the plans have them; `iterations` says what one of them is. */
export const buildOptionMembers = (iterations: string) => ({
  seed: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: "1 if absent." })),
  iterations: Type.Optional(
    Type.Integer({ minimum: 1, maximum: LIMITS.iterations, description: iterations }),
  ),
  time_limit_s: Type.Optional(
    Type.Number({
      minimum: 0.1,
      maximum: LIMITS.async_s,
      description: "5 if absent; at most 20 unless async.",
    }),
  ),
});

export interface PlanOptions {
  seed?: number;
  iterations?: number;
  time_limit_s?: number;
}

/** Those that the input names. */
export const pickOptions = ({ seed, iterations, time_limit_s }: PlanOptions): PlanOptions => ({
  ...(seed === undefined ? {} : { seed }),
  ...(iterations === undefined ? {} : { iterations }),
  ...(time_limit_s === undefined ? {} : { time_limit_s }),
});
