/** Apps older than the business still supports are turned away, with the version to update to. */
import type { Context } from "#operation/context.ts";
import { messages } from "./messages.ts";
import { isOlder } from "./rules.ts";

/** An app that does not tell its version is taken as it is. */
export function refuseOldApp(
  context: Context<"app_outdated">,
  app_version: string | undefined,
  settings: Readonly<Record<string, unknown>>,
): void {
  const least = settings["min_driver_app_version"];
  if (app_version === undefined || typeof least !== "string" || !isOlder(app_version, least)) return;
  throw context.refuse("app_outdated", {
    message: messages.app_outdated,
    values: { version: least },
    extra: { min_app_version: least },
  });
}
