/** One's app with everything that can be set. `version` is the configuration's version. Source: our choice. */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { AppCode, findApp } from "../app.ts";
import { ClientApp, shownClientApp } from "../client-shapes.ts";

export const getClientApp = defineOperation({
  name: "clientApp",
  summary: "Settings of an own app",
  effect: "read",
  access: { roles: ["client_admin"], scopes: ["settings:read"] },
  rest: { method: "GET", path: "/api/v1/client/apps/{appCode}" },
  input: Type.Object({ appCode: AppCode }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), app: ClientApp }),

  async run(context, { appCode }) {
    const app = await findApp(context, appCode);
    if (app === undefined) throw context.refuse("not_found", { message: `You have no app ${appCode}.` });
    return {
      result: true,
      version: app.configuration_version,
      app: await shownClientApp(context, app),
    };
  },
});
