/** `/api/openapi.json` and, for people, `/docs`. */
import path from "node:path";
import type { FastifyInstance } from "fastify";
import type { Mechanism } from "#operation/mechanism.ts";
import { type Page, pageOf } from "../page.ts";
import { openapiOf } from "./openapi.ts";

export function registerOpenapi(app: FastifyInstance, mechanism: Mechanism): void {
  let text: string | undefined;
  let page: Page | undefined;
  app.get("/api/openapi.json", (_request, reply) => {
    text ??= JSON.stringify(openapiOf(mechanism.registry, mechanism.settings.base_url));
    return reply
      .header("access-control-allow-origin", "*")
      .type("application/json; charset=utf-8")
      .send(text);
  });
  app.get("/docs", (_request, reply) => {
    page ??= pageOf(path.join(import.meta.dirname, "reference"));
    return reply
      .header("content-security-policy", page.policy)
      .type("text/html; charset=utf-8")
      .send(page.html);
  });
}
