/**
 * Change the business and its settings.
 *
 * Our choice: PUT changes the members that are sent and no others; `null` resets a setting to its default. A depot
 * without coordinates is geocoded.
 */
import Type from "typebox";
import { writeSettings } from "#domain/identity/businesses/public.ts";
import { SettingsChange, SettingsMembers } from "#operation/define/declared-names.ts";
import { defineOperation } from "#operation/define/define.ts";
import { refusals } from "#operation/response/platform-messages.ts";
import { Currency } from "#vocabulary/basics.ts";
import { messages } from "../messages.ts";
import { findBusinessFaults, findSettingsFaults } from "../rules.ts";
import { BusinessFacts, type BusinessRow, buildSettings, LOCK_BUSINESS } from "../shapes.ts";
import { activeRangeRequested, depotChanged, depotPositionRequested } from "../topics.ts";

export const updateSettings = defineOperation({
  name: "clientSettingsUpdate",
  summary: "Update settings of the business",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "PUT", path: "/api/v1/client/settings" },
  needs_sign_in: ["settings/approval_separation", "settings/allowed_origins", "settings/ai_daily_turns"],
  input: Type.Object({
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 120 })),
    time_zone: Type.Optional(
      Type.String({ maxLength: 64, description: "IANA name, such as America/Sao_Paulo." }),
    ),
    currency: Type.Optional(Currency),
    country: Type.Optional(Type.String({ pattern: "^[A-Z]{2}$", description: "ISO 3166-1 alpha-2 code." })),
    locale: Type.Optional(Type.String({ maxLength: 35, description: "Language tag, such as pt-BR." })),
    settings: Type.Optional(SettingsChange),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    version: Type.Integer(),
    business: BusinessFacts,
    settings: SettingsMembers,
  }),

  async prepare(context, { settings }) {
    const depot = settings?.depot;
    if (!depot || (depot.lat ?? null) !== null) return { depot };
    const [located = depot] = await context.publish(depotPositionRequested, { place: depot });
    return { depot: located };
  },

  async run(context, { settings = {}, ...facts }, { depot }) {
    const { db, business_id, refuse, expectVersion, emit, clearCallerCache } = context;
    const old = await db.row<BusinessRow>(LOCK_BUSINESS, [business_id]);
    if (old === undefined) throw refuse("not_found");
    expectVersion(old.version);
    const change = { ...settings, ...(depot === undefined ? {} : { depot }) };
    // A default is not stored, so that a later default applies to the business.
    const entries = Object.entries({ ...buildSettings(context, old.settings), ...change }).filter(
      ([, value]) => value !== null,
    );
    const after = Object.fromEntries(entries);
    const faults = [...findBusinessFaults(facts), ...findSettingsFaults(after)];
    const range_id = settings.number_range_id;
    if (typeof range_id === "number") {
      const [is_active = false] = await context.publish(activeRangeRequested, { range_id });
      if (!is_active) faults.push({ field: "settings.number_range_id", message: messages.no_open_range });
    }
    if (faults.length > 0)
      throw refuse("invalid_request", { message: refusals.settings_not_valid, errors: faults });

    // The depot is a warehouse, and is stored there alone.
    if (change.depot !== undefined) await context.publish(depotChanged, { place: change.depot });
    const { depot: _depot, ...stored_settings } = after;
    const details = {
      name: facts.name?.trim() ?? old.name,
      time_zone: facts.time_zone ?? old.time_zone,
      currency: facts.currency ?? old.currency,
      country: facts.country ?? old.country,
      locale: facts.locale ?? old.locale,
    };
    await writeSettings(db, business_id, details, stored_settings);
    const withoutDepot = ({ depot: _address, ...rest }: Record<string, unknown>) => rest;
    emit({
      subject: { type: "business", id: business_id },
      kind: "business.settings_changed",
      payload: { members: [...Object.keys(facts), ...Object.keys(change)] },
      before: { ...businessFacts(old), settings: withoutDepot(old.settings) },
      after: { ...details, settings: withoutDepot(after) },
    });
    clearCallerCache();
    return {
      result: true,
      version: old.version + 1,
      business: { id: old.id, code: old.code, ...details },
      settings: buildSettings(context, after),
    };
  },
});

function businessFacts({ name, time_zone, currency, country, locale }: BusinessRow) {
  return { name, time_zone, currency, country, locale };
}
