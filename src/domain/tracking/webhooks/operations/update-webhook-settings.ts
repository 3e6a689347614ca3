import Type from "typebox";
import { actorHasScope } from "#operation/caller/actor.ts";
import { lockBusiness } from "#operation/caller/business.ts";
import type { Context } from "#operation/define/context.ts";
import { defineOperation } from "#operation/define/define.ts";
import type { EventCatalogue } from "#operation/define/events.ts";
import type { RefusalDetail } from "#operation/define/refusal.ts";
import { messages } from "../messages.ts";
import { listEndpoints } from "../records/webhook-endpoint.ts";
import { createFirstSecret, listActiveSecrets } from "../records/webhook-secret.ts";
import { loadFlags, saveFlags } from "../records/webhook-settings.ts";
import { isPattern } from "../rules.ts";
import { buildSettingsView, flagMembers, NewSecret, URL_MAX, WebhookSettingsView } from "../shapes.ts";
import { countEndpoints, replaceSubscriptions, wakeAll } from "../subscriptions.ts";

const URLS_PER_TYPE_MAX = 20;
const ENDPOINTS_MAX = 100;

const input = Type.Object({
  event_urls: Type.Optional(
    Type.Array(
      Type.Object({
        event_type: Type.String({
          minLength: 1,
          maxLength: 100,
          description: "A public type, all of one aggregate (`order.*`), or all (`*`).",
        }),
        urls: Type.Array(Type.String({ minLength: 1, maxLength: URL_MAX }), {
          maxItems: URLS_PER_TYPE_MAX,
          uniqueItems: true,
          description: "Replaces those of this type; empty to send it nowhere.",
        }),
      }),
      { maxItems: 200, description: "Types that are absent keep their URLs." },
    ),
  ),
  ...Type.Partial(Type.Object(flagMembers)).properties,
});

type Input = Type.Static<typeof input>;

export const updateWebhookSettings = defineOperation({
  name: "webhookSettingsUpdate",
  summary: "Update the settings of webhooks",
  description:
    "A partial update: members and event types that are absent stay. The URLs of a type are replaced; an empty list ends it. " +
    "The first URL creates the signing secret, which is shown once, in `secret`.",
  access: { roles: ["client_admin", "employee"], scopes: ["webhooks:write"] },
  rest: { method: "PUT", path: "/api/v1/webhook-settings" },
  mcp: { developer: "update_webhook_settings" },
  secret_answer: true,
  input,
  output: Type.Object({
    result: Type.Boolean(),
    version: Type.Integer(),
    settings: WebhookSettingsView,
    secret: NewSecret,
  }),
  refusals: { too_many_endpoints: "conflict" },

  prepare: ({ providers }, { event_urls = [] }) => findUrlFaults(providers, event_urls),

  async run(context, change, url_faults) {
    const { db, business_id, now, actor, refuse, emit, expectVersion } = context;
    await lockBusiness(db, business_id);
    const before = await loadFlags(db, business_id);
    expectVersion(before.version);
    const faults = [...findTypeFaults(context, change), ...url_faults];
    if (faults.length > 0)
      throw refuse("invalid_request", { message: messages.settings_unchanged, errors: faults });

    const { event_urls = [], ...flags_changed } = change;
    const { version: _version, ...former } = before;
    const former_endpoints = await listEndpoints(db, business_id);
    const flags = { ...former, ...flags_changed };
    const version = before.version + 1;
    await saveFlags(context, flags, version);
    const scopes = [...context.scopes.declared.keys()].filter((scope) => actorHasScope(actor, scope));
    await replaceSubscriptions(context, event_urls, scopes);
    if ((await countEndpoints(context)) > ENDPOINTS_MAX)
      throw refuse("too_many_endpoints", {
        message: messages.endpoints_max,
        values: { endpoints: ENDPOINTS_MAX },
      });
    // What waited while they were paused, or for its second.
    await wakeAll(context);
    const secret = event_urls.some(({ urls }) => urls.length > 0) ? await createFirstSecret(context) : null;
    const [endpoints, secrets] = await Promise.all([
      listEndpoints(db, business_id),
      listActiveSecrets(db, business_id, now),
    ]);
    emit({
      subject: { type: "webhook_settings", id: business_id },
      kind: "webhook.settings_changed",
      payload: { members: Object.keys(change) },
      preview: {
        before: { ...pickChanged(change, former), urls: listUrls(former_endpoints) },
        after: { ...pickChanged(change, flags), urls: listUrls(endpoints) },
      },
    });
    const settings = buildSettingsView({ ...flags, version }, endpoints, secrets);
    return { result: true, version, settings, secret };
  },
});

/** The flags that a request names. */
function pickChanged(change: Input, flags: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(flags).filter(([name]) => Object.hasOwn(change, name)));
}

const listUrls = (endpoints: readonly { event_types: readonly string[]; url: string }[]) =>
  endpoints.map(({ event_types, url }) => `${url}: ${event_types.join(", ")}`).toSorted();

async function findUrlFaults(
  { webhooks }: Context<never>["providers"],
  event_urls: NonNullable<Input["event_urls"]>,
): Promise<RefusalDetail[]> {
  const url_faults = await Promise.all(
    event_urls.flatMap(({ urls }, index) =>
      urls.map(async (url, at) => {
        const fault = await webhooks.checkUrl(url);
        const field = `event_urls/${index}/urls/${at}`;
        return fault === null ? [] : [{ field, message: messages.url_faults[fault], code: fault }];
      }),
    ),
  );
  return url_faults.flat();
}

function findTypeFaults({ actor, events }: Context<never>, { event_urls = [] }: Input): RefusalDetail[] {
  const types = event_urls.map(({ event_type }) => event_type);
  return types.flatMap((type, index) => {
    const field = `event_urls/${index}/event_type`;
    if (types.indexOf(type) !== index) return [{ field, message: messages.there_twice }];
    const named_types = listNamedTypes(events, type);
    if (named_types.length === 0) return [{ field, message: messages.no_public_type_listed }];
    const is_seen = named_types
      .flatMap((one) => events.types.get(one)?.kinds ?? [])
      .some((kind) => {
        const scope = events.kinds.get(kind)?.scope;
        return scope !== undefined && actorHasScope(actor, scope);
      });
    return is_seen || event_urls[index]?.urls.length === 0
      ? []
      : [{ field, message: messages.scope_of_caller, code: "scope_missing" }];
  });
}

const listNamedTypes = ({ types }: EventCatalogue, type: string): string[] =>
  isPattern(type)
    ? [...types.keys()].filter((one) => type === "*" || one.startsWith(type.slice(0, -1)))
    : [type].filter((one) => types.has(one));
