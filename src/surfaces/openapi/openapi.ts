/** Builds the OpenAPI 3.1 description of every operation with a REST route from the registry. */
import { needsToken, type Operation, type Rest } from "#operation/define/define.ts";
import { COMMON_REFUSALS, type RefusalKind, STATUS_OF_KIND } from "#operation/define/refusal.ts";
import type { Registry } from "#operation/define/registry.ts";
import type { JsonSchema } from "#operation/define/schema.ts";
import { type Components, createComponents, type OpenApiSchema } from "./schemas.ts";

/** Version of the API, not of the software. Source: docs/contract/rest.md, "Versioning". */
const API_VERSION = "1.0";

const DESCRIPTION = `Transport management: orders, routes, drivers, carrier labels, customer shipping and storage, tracking.

Send \`Authorization: Bearer <token>\` from the sign-in. Writes take \`Idempotency-Key\` (same key and body, same response),
\`X-Dry-Run: 1\` (a preview that changes nothing) and \`If-Match\` (the version you have seen). Texts have at most 4,000
characters, lists 1,000 items and whole numbers 32 bits unless a schema says otherwise. Money is whole minor units.`;

export type RestOperation = Operation & { rest: Rest };

export interface OpenApi {
  openapi: string;
  info: Record<string, unknown>;
  paths: Record<string, Record<string, Record<string, unknown>>>;
  [member: string]: unknown;
}

function restOperations(registry: Registry): RestOperation[] {
  return [...registry.operations.values()]
    .filter((operation): operation is RestOperation => operation.rest !== undefined)
    .sort((one, other) => (one.rest.path < other.rest.path ? -1 : one.rest.path > other.rest.path ? 1 : 0));
}

/** `more` adds members to an operation's entry, for descriptions with another audience. */
export function buildOpenapi(
  registry: Registry,
  server: string,
  more: (operation: RestOperation) => Record<string, unknown> = () => ({}),
): OpenApi {
  const components = createComponents();
  const paths: OpenApi["paths"] = {};
  const operations = restOperations(registry);
  for (const operation of operations) {
    const { path, method } = operation.rest;
    const entry = paths[path] ?? {};
    paths[path] = entry;
    entry[method.toLowerCase()] = { ...buildOperationEntry(operation, components), ...more(operation) };
  }
  const families = [...new Set(operations.map(({ family }) => family))].sort();
  return {
    openapi: "3.1.0",
    info: {
      title: "Packhorse",
      version: API_VERSION,
      description: DESCRIPTION,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: server }],
    security: [{ bearerAuth: [] }],
    tags: families.map((name) => ({ name, description: `The operations of ${name.replaceAll("-", " ")}.` })),
    paths,
    components: {
      securitySchemes: {
        bearerAuth: {
          type: "http",
          scheme: "bearer",
          description: "An access token, from the sign-in or created for a program.",
        },
        ...(operations.some(({ access }) => !access.public && access.partner) ? PROVIDER_KEY : {}),
        ...(operations.some(({ access }) => !access.public && access.device) ? DEVICE_KEY : {}),
      },
      parameters: HEADERS,
      schemas: {
        ...components.schemas(),
        ApiError: ERROR,
        DryRun: DRY_RUN,
        ...(operations.some(({ feature }) => feature !== undefined) ? { FeatureOff: FEATURE_OFF } : {}),
      },
    },
  };
}

/** There is no scheme of OpenAPI for signatures; its name is that of the registry of IANA. */
const DEVICE_KEY = {
  deviceSignature: {
    type: "http",
    scheme: "signature",
    description:
      "Signature of RFC 9421 with the Ed25519 key of the device, over @method, @authority, @path, @query and content-digest.",
  },
};

const PROVIDER_KEY = Object.fromEntries(
  [
    ["otepKey", "OTEP-Key", "Id of the provider's key."],
    ["otepTimestamp", "OTEP-Timestamp", "Unix seconds, within 300 of the present."],
    [
      "otepSignature",
      "OTEP-Signature",
      "v1=hex(HMAC-SHA256(secret, v1 LF timestamp LF method LF path?query LF hex(SHA-256(body)))).",
    ],
  ].map(([name = "", header, description]) => [
    name,
    { type: "apiKey", in: "header", name: header, description },
  ]),
);

const HEADERS = {
  DryRun: {
    name: "X-Dry-Run",
    in: "header",
    description:
      "1 or true previews the write: it returns the response the write would have, with `dry_run` and `would_emit`, and changes nothing. Any " +
      "other value than these four is refused with 400.",
    schema: { type: "string", enum: ["1", "true", "0", "false"] },
  },
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description: "Same key and body, same response; another body under the same key is refused with 409.",
    schema: { type: "string", minLength: 1, maxLength: 200 },
  },
  IfMatch: {
    name: "If-Match",
    in: "header",
    description: 'The version that the caller has seen, as in `"7"`; another one is refused with 409.',
    schema: { type: "string" },
  },
  AcceptLanguage: {
    name: "Accept-Language",
    in: "header",
    description: "Language of messages.",
    schema: { type: "string" },
  },
} as const;

const ERROR = {
  type: "object",
  required: ["result", "message", "error_code", "request_id"],
  properties: {
    result: { type: "boolean", const: false },
    message: { type: "string", description: "For people; decide by error_code." },
    error_code: { type: "string" },
    errors: {
      type: "array",
      description: "One entry per field or order.",
      items: {
        type: "object",
        required: ["message"],
        properties: {
          field: { type: "string" },
          order_id: { type: "integer" },
          message: { type: "string" },
          code: { type: "string" },
        },
      },
    },
    request_id: { type: "string" },
  },
};

const FEATURE_OFF = {
  type: "object",
  description: "The feature family is switched off for this business.",
  required: ["result", "feature_enabled"],
  properties: {
    result: { type: "boolean", const: false },
    feature_enabled: { type: "boolean", const: false },
  },
};

const DRY_RUN = {
  type: "object",
  description: "Members that a dry run adds to the response.",
  properties: {
    dry_run: { type: "boolean" },
    would_emit: {
      type: "array",
      items: {
        type: "object",
        properties: {
          subject_type: { type: "string" },
          subject_id: { type: "string" },
          kind: { type: "string" },
          payload: { type: "object" },
        },
      },
    },
    changes: {
      type: "array",
      description: "The members of each subject that would differ; `id` is null for a new one.",
      items: {
        type: "object",
        properties: {
          type: { type: "string" },
          id: { type: ["string", "null"] },
          before: { type: "object" },
          after: { type: "object" },
        },
      },
    },
    unpredicted: {
      type: "array",
      items: { type: "string" },
      description:
        "Members that only an external service can provide, and secrets, which are made when it is written.",
    },
  },
};

function buildOperationEntry(operation: RestOperation, components: Components): Record<string, unknown> {
  const { name, summary, family, access, effect, risk, rest, mcp } = operation;
  const input = operation.input as JsonSchema;
  const inPath = [...rest.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
  const inQuery =
    rest.method === "GET" ? Object.keys(input.properties ?? {}).filter((key) => !inPath.includes(key)) : [];
  const headers = [
    ...(effect === "write" ? ["DryRun", ...(access.public ? [] : ["IdempotencyKey"]), "IfMatch"] : []),
    ...(operation.localised ? ["AcceptLanguage"] : []),
  ];
  const body =
    rest.method === "GET"
      ? undefined
      : rest.body === undefined
        ? buildRequestBody(input, inPath, components, rest.oauth !== undefined)
        : buildRawBody(input, rest.body, components);
  return {
    operationId: name,
    summary,
    description: buildDescription(operation),
    tags: [family],
    parameters: [
      ...inPath.map((key) => buildParameter("path", key, input, components)),
      ...inQuery.map((key) => buildParameter("query", key, input, components)),
      ...headers.map((key) => ({ $ref: `#/components/parameters/${key}` })),
      ...Object.entries(rest.headers ?? {}).map(([key, header]) => ({
        ...buildParameter("header", key, input, components),
        name: header,
      })),
    ],
    ...(body === undefined ? {} : { requestBody: body }),
    responses: {
      [String(rest.status ?? 200)]: buildSuccess(operation, components),
      ...buildErrorResponses(operation),
    },
    security: buildSecurity(access),
    "x-roles": access.public ? [] : access.roles,
    "x-scopes": access.public ? [] : access.scopes,
    "x-risk": risk,
    ...(operation.module === undefined ? {} : { "x-module": operation.module }),
    ...(operation.feature === undefined ? {} : { "x-feature": operation.feature }),
    ...(mcp === undefined ? {} : { "x-mcp-tool": mcp }),
  };
}

/** For a raw body: the schema of its member, under each accepted media type. */
function buildRawBody(
  input: JsonSchema,
  { member, types }: NonNullable<Rest["body"]>,
  components: Components,
): Record<string, unknown> {
  const media_type = { schema: components.project(input.properties?.[member] ?? {}) };
  return { required: true, content: Object.fromEntries(types.map((type) => [type, media_type])) };
}

function buildSecurity(access: Operation["access"]): Record<string, string[]>[] {
  if (access.public && !needsToken(access)) return access.ignores_token ? [] : [{}, { bearerAuth: [] }];
  if (!access.public && access.device) return [{ deviceSignature: [] }];
  if (access.public || !access.partner) return [{ bearerAuth: [] }];
  return [
    { otepKey: [], otepTimestamp: [], otepSignature: [] },
    { otepKey: [], bearerAuth: [] },
  ];
}

function buildDescription({ description, access, risk, module, feature, needs_sign_in }: Operation): string {
  const lines = [
    description ?? "",
    access.public
      ? needsToken(access)
        ? "For whoever has a session of the app: its token."
        : "Public: needs no token."
      : access.device
        ? "For devices, with a signature of their key."
        : access.partner
          ? "For providers, with their signed key."
          : access.link !== undefined && access.roles.length === 0
            ? "For holders of a link, with its token."
            : `Roles: ${access.roles.join(", ")}.${access.scopes.length === 0 ? "" : ` Scopes: ${access.scopes.join(", ")}.`}`,
    risk === "high" ? "High risk: agents need a person's agreement." : "",
    describeSignIn(needs_sign_in),
    module === undefined ? "" : `Only where the module ${module} is licensed, else 403.`,
    feature === undefined ? "" : `Only where the feature ${feature} is on, else 409.`,
  ];
  return lines.filter((line) => line !== "").join(" ");
}

function describeSignIn(needs_sign_in: Operation["needs_sign_in"]): string {
  if (needs_sign_in === undefined) return "";
  if (Array.isArray(needs_sign_in))
    return `With ${needs_sign_in.join(", ")}: for people who signed in, not for API tokens, else 403.`;
  return "For people who signed in, not for API tokens, else 403.";
}

function buildParameter(
  where: "path" | "query" | "header",
  name: string,
  input: JsonSchema,
  components: Components,
): Record<string, unknown> {
  const schema = input.properties?.[name] ?? { type: "string" };
  const { description, ...projected } = components.project(schema);
  return {
    name,
    in: where,
    required: where === "path" || (input.required?.includes(name) === true && schema.default === undefined),
    ...(description === undefined ? {} : { description }),
    schema: projected,
  };
}

function buildRequestBody(
  input: JsonSchema,
  inPath: string[],
  components: Components,
  takes_forms: boolean,
): Record<string, unknown> | undefined {
  const keys = Object.keys(input.properties ?? {}).filter((key) => !inPath.includes(key));
  const open =
    input.anyOf !== undefined ||
    input.additionalProperties !== undefined ||
    input.patternProperties !== undefined;
  if (keys.length === 0 && !open) return undefined;
  const schema = inPath.length === 0 ? input : withoutMembers(input, inPath);
  const media_type = { schema: components.project(schema) };
  return {
    required: (schema.required?.length ?? 0) > 0,
    content: {
      "application/json": media_type,
      ...(takes_forms ? { "application/x-www-form-urlencoded": media_type } : {}),
    },
  };
}

function withoutMembers(schema: JsonSchema, names: string[]): JsonSchema {
  const { $id: _name, properties = {}, required, ...rest } = schema;
  return {
    ...rest,
    properties: Object.fromEntries(Object.entries(properties).filter(([key]) => !names.includes(key))),
    ...(required === undefined ? {} : { required: required.filter((key) => !names.includes(key)) }),
  };
}

function buildSuccess(operation: RestOperation, components: Components): Record<string, unknown> {
  const { rest, effect } = operation;
  const file = { "application/octet-stream": { schema: { type: "string", format: "binary" } } };
  if (rest.bytes === "always") return { description: "The file, with the type it has.", content: file };
  const answer = components.project(operation.output as JsonSchema);
  const schema: OpenApiSchema =
    effect === "write" ? { allOf: [answer, { $ref: "#/components/schemas/DryRun" }] } : answer;
  const json = { "application/json": { schema } };
  return {
    description:
      rest.bytes === undefined ? "Done." : "As JSON, or the file itself where Accept names its type.",
    content: rest.bytes === undefined ? json : { ...json, ...file },
  };
}

/** One response per status, listing every error code it may have. */
function buildErrorResponses(operation: RestOperation): Record<string, unknown> {
  const { access, effect, refusals, feature, module } = operation;
  const codes = new Map<number, Set<string>>();
  const add = (code: string, kind: RefusalKind) => {
    const status = STATUS_OF_KIND[kind];
    const known_codes = codes.get(status) ?? new Set();
    codes.set(status, known_codes.add(code.toUpperCase()));
  };
  const common: (keyof typeof COMMON_REFUSALS)[] = ["invalid_request", "busy"];
  if (!access.public || !access.ignores_token) common.push("unauthenticated");
  if (!access.public) common.push("forbidden", "scope_missing");
  if (module !== undefined) common.push("module_off");
  if (operation.tenant !== undefined || operation.rest.path.includes("{")) common.push("not_found");
  if (effect === "write") {
    if (!access.public) common.push("idempotency_key_reused");
    common.push("version_conflict");
  }
  for (const code of common) add(code, COMMON_REFUSALS[code]);
  for (const [code, kind] of Object.entries(refusals)) add(code, kind);
  if (feature !== undefined && !codes.has(409)) codes.set(409, new Set());
  return Object.fromEntries(
    [...codes.entries()].map(([status, names]) => {
      const error = { $ref: "#/components/schemas/ApiError" };
      const schema =
        status === 409 && feature !== undefined
          ? { anyOf: [error, { $ref: "#/components/schemas/FeatureOff" }] }
          : error;
      const description = names.size === 0 ? "Refused." : `Refused: ${[...names].sort().join(", ")}.`;
      return [String(status), { description, content: { "application/json": { schema } } }];
    }),
  );
}
