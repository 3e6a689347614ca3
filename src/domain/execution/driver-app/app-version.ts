/** Refuse apps older than the minimum version of the business, with the version to update to. */
import type { Context } from "#operation/define/context.ts";
import { messages } from "./messages.ts";
import { isOlderVersion } from "./rules.ts";

/** An app that does not send its version is accepted. */
export function refuseOldApp(
  context: Context<"app_outdated">,
  app_version: string | undefined,
  settings: Readonly<Record<string, unknown>>,
): void {
  const least = settings["min_driver_app_version"];
  if (app_version === undefined || typeof least !== "string" || !isOlderVersion(app_version, least)) return;
  throw context.refuse("app_outdated", {
    message: messages.app_outdated,
    values: { version: least },
    extra: { min_app_version: least },
  });
}
