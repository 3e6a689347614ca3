/** Links made without the checks of a family: whatever they name. */
import { createLink, type LinkedRecord } from "#operation/caller/link-store.ts";
import type { TestBusiness } from "./service.ts";
import { runInBusiness } from "./transaction.ts";

/** Its token. It lasts a minute. */
export async function makeLink(
  business: Pick<TestBusiness, "id" | "service">,
  operations: readonly string[],
  record: LinkedRecord,
  life_ms = 60_000,
): Promise<string> {
  const { token } = await runInBusiness(business, (context) =>
    createLink(context, {
      record,
      operations,
      note: null,
      expires_at: new Date(context.now.getTime() + life_ms),
    }),
  );
  return token;
}
