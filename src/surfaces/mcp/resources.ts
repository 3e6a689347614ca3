/** Resources: the guides, and by template the timeline of an order and the description of a tool. */
import type { Registry } from "#operation/define/registry.ts";
import { loadDocument, withAbsoluteLinks } from "../discovery/documents.ts";
import { getTools } from "./catalogue.ts";
import type { Resource, ResourceTemplate } from "./protocol/server.ts";
import type { ServerName } from "./tool.ts";

const GUIDES = [
  ["agents", "Five minutes for an AI agent"],
  ["integration", "Integration guide"],
  ["webhooks", "Webhook guide"],
  ["order-states", "States of an order"],
  ["glossary", "Glossary"],
  ["otep", "OTEP guide"],
] as const;

export function buildResources(base_url: string): Resource[] {
  return GUIDES.map(([name, title]) => ({
    uri: `packhorse://guides/${name}`,
    name,
    title,
    description: `${title}, Markdown.`,
    mime_type: "text/markdown",
    read() {
      const place = `docs/guides/${name}.md`;
      return withAbsoluteLinks(loadDocument(place, base_url), place, base_url);
    },
  }));
}

/** What a template answers is read as the tool that it names: with the same rights, on the same record. */
export function buildTemplates(registry: Registry, server: ServerName): ResourceTemplate[] {
  const tool: ResourceTemplate = {
    uri_template: "packhorse://tools/{tool}",
    name: "tool",
    title: "A tool with an example of a call",
    description: "What it does, when to use it, what to call next, and its schemas.",
    mime_type: "application/json",
    read: ({ tool: wanted = "" }) => {
      const found = getTools(registry, server).find(({ name }) => name === wanted);
      if (found === undefined) return undefined;
      const { name, title, description, risk, scopes, confirm, next, example, definition } = found;
      const { inputSchema, outputSchema } = definition;
      return {
        text: JSON.stringify({
          name,
          title,
          description,
          risk,
          scopes,
          confirm,
          next,
          example,
          inputSchema,
          outputSchema,
        }),
      };
    },
  };
  if (server !== "user") return [tool];
  const timeline: ResourceTemplate = {
    uri_template: "packhorse://orders/{order_id}/timeline",
    name: "order_timeline",
    title: "An order with its timeline",
    description: "Detail, events and public tracking of one of your orders.",
    mime_type: "application/json",
    read: ({ order_id = "" }) =>
      /^[1-9]\d{0,15}$/.test(order_id)
        ? { tool: "order_snapshot", args: { order_id: Number(order_id) } }
        : undefined,
  };
  return [tool, timeline];
}
