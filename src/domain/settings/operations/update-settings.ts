/**
 * Change the business and its settings.
 *
 * Our choice: PUT changes the members that are sent and leaves the others; `null` takes a setting back to its
 * default. A depot without coordinates is looked up.
 */
import Type from "typebox";
import { findPosition, resolvePlaces } from "#domain/addressbook/public.ts";
import { defineOperation } from "#operation/define.ts";
import { Currency } from "#vocabulary/basics.ts";
import { faultsOfFacts, faultsOfSettings } from "../rules.ts";
import {
  BusinessFacts,
  type BusinessRow,
  LOCK_BUSINESS,
  Settings,
  SettingsChange,
  settingsOf,
} from "../shapes.ts";

export const updateSettings = defineOperation({
  name: "clientSettingsUpdate",
  summary: "Change settings of the business",
  effect: "write",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "PUT", path: "/api/v1/client/settings" },
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
    settings: Settings,
  }),

  async prepare(context, { settings }) {
    const depot = settings?.depot;
    if (!depot || (depot.lat ?? null) !== null) return { depot };
    const [known] = await resolvePlaces(context, [{ pickup: depot }]);
    if ((known?.pickup?.lat ?? null) !== null) return { depot: known?.pickup };
    const found = await findPosition(context, depot);
    return { depot: found === undefined ? depot : { ...depot, ...found } };
  },

  async run(context, { settings = {}, ...facts }, { depot }) {
    const { db, business_id, refuse, expectVersion, emit, forgetCallers } = context;
    const old = await db.row<BusinessRow>(LOCK_BUSINESS, [business_id]);
    if (old === undefined) throw refuse("not_found");
    expectVersion(old.version);
    const change = { ...settings, ...(depot === undefined ? {} : { depot }) };
    // A default is stored as nothing, so that a later default reaches the business.
    const kept = Object.entries({ ...old.settings, ...change }).filter(([, value]) => value !== null);
    const after = Object.fromEntries(kept);
    const faults = [...faultsOfFacts(facts), ...faultsOfSettings(after)];
    if (faults.length > 0)
      throw refuse("invalid_request", { message: "The settings are not valid.", errors: faults });

    const row = await db.row<BusinessRow>(
      `update business set name = $2, time_zone = $3, currency = $4, country = $5, locale = $6, settings = $7,
         version = version + 1
        where id = $1 returning id, code, name, time_zone, currency, country, locale, settings, version`,
      [
        business_id,
        facts.name?.trim() ?? old.name,
        facts.time_zone ?? old.time_zone,
        facts.currency ?? old.currency,
        facts.country ?? old.country,
        facts.locale ?? old.locale,
        JSON.stringify(after),
      ],
    );
    if (row === undefined) throw new Error("A locked business was gone.");
    const shown = ({ depot: _address, ...rest }: Record<string, unknown>) => rest;
    emit({
      subject: { type: "business", id: business_id },
      kind: "business.settings_changed",
      payload: { members: [...Object.keys(facts), ...Object.keys(change)] },
      before: { ...factsOf(old), settings: shown(old.settings) },
      after: { ...factsOf(row), settings: shown(after) },
    });
    forgetCallers();
    return { result: true, version: row.version, business: row, settings: settingsOf(after) };
  },
});

function factsOf({ name, time_zone, currency, country, locale }: BusinessRow) {
  return { name, time_zone, currency, country, locale };
}
