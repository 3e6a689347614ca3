/** The refusals of movements that were not posted, the same for every operation that moves stock. */
import type { Context } from "#operation/define/context.ts";
import type { Refusal } from "#operation/define/refusal.ts";
import { messages } from "./messages.ts";
import type { NotPosted } from "./post.ts";

/** For `refusals` of an operation. */
export const movementRefusals = {
  bin_closed: "conflict",
  bin_full: "conflict",
  not_enough_stock: "conflict",
} as const;

type Refuser = Pick<Context<keyof typeof movementRefusals>, "refuse">;

/**
 * `getField` names the member of the input that a movement comes from. A full bin says what it still takes, and how many
 * pieces of each item.
 */
export function refuseMovements(
  { refuse }: Refuser,
  problem: NotPosted,
  codes: ReadonlyMap<number, string>,
  getField: (index: number) => string,
): Refusal {
  switch (problem.problem) {
    case "closed":
      return refuse("bin_closed", {
        message: messages.bin_closed,
        values: { code: problem.bin.code },
        errors: [{ field: getField(problem.index), message: messages.is_closed }],
      });
    case "short":
      return refuse("not_enough_stock", {
        message: messages.not_enough_stock,
        values: { available: problem.available },
        errors: [
          {
            field: getField(problem.index),
            message: messages.available.with({ available: problem.available }),
          },
        ],
        extra: { available: problem.available },
      });
    case "full": {
      const { bin_id, free, fits } = problem.overload;
      return refuse("bin_full", {
        message: messages.bin_full,
        values: { code: codes.get(bin_id) ?? "" },
        errors: fits.map((one) => ({
          field: getField(one.index),
          message: messages.fits.with({ qty: one.qty, fits: one.fits }),
        })),
        extra: { bin_id, free, fits: fits.map(({ fits: fitting }) => fitting) },
      });
    }
  }
}
