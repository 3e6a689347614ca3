/** `/api/openapi.json` and, for people, the reference at `/docs` with the documents below it. */
import path from "node:path";
import type { FastifyInstance } from "fastify";
import type { Runtime } from "#operation/define/runtime.ts";
import { registerDocPages, renderTopBar, sendPage } from "../docs/pages.ts";
import { buildPage, type Page } from "../page.ts";
import { buildOpenapi } from "./openapi.ts";

export function registerOpenapi(app: FastifyInstance, runtime: Runtime): void {
  let text: string | undefined;
  let page: Page | undefined;
  app.get("/api/openapi.json", (_request, reply) => {
    text ??= JSON.stringify(buildOpenapi(runtime.registry, runtime.settings.base_url));
    return reply
      .header("access-control-allow-origin", "*")
      .type("application/json; charset=utf-8")
      .send(text);
  });
  app.get("/docs", (_request, reply) => {
    page ??= referencePage();
    return sendPage(reply, page);
  });
  registerDocPages(app, runtime.settings.base_url);
}

function referencePage(): Page {
  const { html, policy } = buildPage(path.join(import.meta.dirname, "reference"), ["docs.css"]);
  return { html: html.replace("<!-- bar -->", () => renderTopBar("/docs")), policy };
}
