/** Resources: the guides, and by template the description of a tool and the records that families declare. */
import type { Registry } from "#operation/define/registry.ts";
import type { RecordResource } from "#operation/define/tools.ts";
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
    read: ({ tool: tool_name = "" }) => {
      const tool = getTools(registry, server).find(({ name }) => name === tool_name);
      if (tool === undefined) return undefined;
      const { name, title, description, risk, scopes, confirm, next, example, definition } = tool;
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
  return [tool, ...registry.tools.resources.map(buildRecordTemplate)];
}

function buildRecordTemplate({ tool, ...listed }: RecordResource): ResourceTemplate {
  return {
    ...listed,
    mime_type: "application/json",
    read: (values) => {
      const [[parameter, id = ""] = []] = Object.entries(values);
      return parameter !== undefined && /^[1-9]\d{0,15}$/.test(id)
        ? { tool, args: { [parameter]: Number(id) } }
        : undefined;
    },
  };
}
