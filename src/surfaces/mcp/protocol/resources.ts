/** The methods `resources/list`, `resources/templates/list` and `resources/read`, for a server that has resources. */
import type { Answer, Call, Method } from "./call.ts";
import { CODES, RpcError } from "./json-rpc.ts";
import type { McpServer, Resource, ResourceTemplate } from "./server.ts";

export function buildResourceMethods(
  server: McpServer,
  resources: readonly Resource[],
  templates: readonly ResourceTemplate[],
): Record<string, Method> {
  const listed = JSON.stringify(
    resources.map(({ read: _read, mime_type: mimeType, meta, ...resource }) => ({
      ...resource,
      mimeType,
      ...(meta === undefined ? {} : { _meta: meta }),
    })),
  );
  const listed_templates = JSON.stringify(
    templates.map(({ read: _read, mime_type: mimeType, uri_template: uriTemplate, ...template }) => ({
      ...template,
      uriTemplate,
      mimeType,
    })),
  );
  const by_uri = new Map(resources.map((resource) => [resource.uri, resource]));
  return {
    "resources/list": () => ({ members: `"resources":${listed}`, is_cacheable: true }),
    "resources/templates/list": () => ({
      members: `"resourceTemplates":${listed_templates}`,
      is_cacheable: true,
    }),
    "resources/read": async (call) => {
      const { uri } = call.params;
      if (typeof uri !== "string") throw new RpcError(CODES.invalid_params, "The uri is a string.");
      const resource = by_uri.get(uri);
      if (resource !== undefined) return answer(uri, resource.mime_type, resource.read(), resource.meta);
      for (const template of templates) {
        const values = matchTemplate(template.uri_template, uri);
        const template_call = values === undefined ? undefined : template.read(values);
        if (template_call === undefined) continue;
        const text =
          "text" in template_call ? template_call.text : await readByTool(server, call, uri, template_call);
        // What a tool answers changes.
        return { ...answer(uri, template.mime_type, text), is_fleeting: !("text" in template_call) };
      }
      throw notFound(uri);
    },
  };
}

async function readByTool(
  server: McpServer,
  call: Call,
  uri: string,
  { tool, args }: { tool: string; args: Record<string, unknown> },
): Promise<string> {
  const result = await server.callTool(call.connection, tool, args, call);
  if ("task" in result) throw notFound(uri);
  const { structured, is_error } = result;
  const text = typeof structured === "string" ? structured : JSON.stringify(structured);
  if (is_error !== true) return text;
  const { error } = JSON.parse(text) as { error?: { code?: string; message?: string } };
  throw notFound(uri, error);
}

function answer(uri: string, mimeType: string, text: string, meta?: Resource["meta"]): Answer {
  const content = { uri, mimeType, text, ...(meta === undefined ? {} : { _meta: meta }) };
  return { members: `"contents":${JSON.stringify([content])}`, is_cacheable: true };
}

/** The values of a template with simple names only, such as `packhorse://orders/{order_id}/timeline`. */
function matchTemplate(template: string, uri: string): Record<string, string> | undefined {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const pattern = template
    .split(/\{\w+\}/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("([\\w.-]+)");
  const match = new RegExp(`^${pattern}$`).exec(uri);
  return match === null
    ? undefined
    : Object.fromEntries(names.map((name, index) => [name, match[index + 1] ?? ""]));
}

function notFound(uri: string, error: { code?: string; message?: string } = {}): RpcError {
  const { code, message = "Resource not found." } = error;
  return new RpcError(CODES.invalid_params, message, {
    data: { uri, ...(code === undefined ? {} : { code }) },
  });
}
