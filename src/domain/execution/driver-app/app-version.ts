/** Refuse apps older than the minimum version of the business, with the version to update to. */

import type { Context } from "#operation/define/context.ts";
import type { BusinessSettings } from "#operation/define/settings.ts";
import { messages } from "./messages.ts";
import { isOlderVersion } from "./rules.ts";

/** An app that does not send its version is accepted. */
export function refuseOldApp(
  context: Context<"app_outdated">,
  app_version: string | undefined,
  { min_driver_app_version: least }: Pick<BusinessSettings, "min_driver_app_version">,
): void {
  if (app_version === undefined || least === null || !isOlderVersion(app_version, least)) return;
  throw context.refuse("app_outdated", {
    message: messages.app_outdated,
    values: { version: least },
    extra: { min_app_version: least },
  });
}
