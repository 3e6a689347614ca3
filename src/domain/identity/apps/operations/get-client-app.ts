/** One of the client's apps with all its settings. `version` is the configuration's version. Source: our choice. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { AppCode } from "../app.ts";
import { buildClientApp, ClientApp } from "../client-shapes.ts";
import { getOwnApp } from "../records/app-assignment.ts";

export const getClientApp = defineOperation({
  name: "clientApp",
  summary: "Get the settings of an own app",
  access: { roles: ["client_admin"], scopes: ["settings:read"] },
  rest: { method: "GET", path: "/api/v1/client/apps/{appCode}" },
  input: Type.Object({ appCode: Ref("app", AppCode) }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), app: ClientApp }),

  async run(context, { appCode }) {
    const app = await getOwnApp(context, appCode);
    return {
      result: true,
      version: app.configuration_version,
      app: await buildClientApp(context, app),
    };
  },
});
