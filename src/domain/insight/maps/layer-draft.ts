/** What callers set of a layer, checked before it is stored: nobody gives others what they do not see themselves. */
import { getCompleteDataset, parseFilter } from "#domain/insight/datasets/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { RefusalKind } from "#operation/define/refusal.ts";
import type { Scope } from "#vocabulary/scopes.ts";
import { messages } from "./messages.ts";
import type { LayerRow, StoredFilter } from "./records/map.ts";
import { type Field, findLayerFault, type LayerFault, type SourceName } from "./rules.ts";
import type { OfferedField } from "./sources/sources.ts";
import { SOURCES_BY_NAME } from "./sources/sources.ts";

export const LAYER_REFUSALS = {
  invalid_layer: "invalid",
  invalid_where: "invalid",
  not_permitted: "forbidden",
} as const satisfies Record<string, RefusalKind>;

const SCOPES: Record<SourceName, Scope | null> = {
  poi: "address:read",
  zones: "address:read",
  dataset: "datasets:read",
  routes: "routes:read",
  lockers: "lockers:read",
  geojson: null,
};

type DraftContext = Context<keyof typeof LAYER_REFUSALS>;

/** Refuses `not_permitted` where the caller does not read the source, or not all of its dataset. */
export async function requireSource(
  context: DraftContext,
  { source, dataset_id }: Pick<LayerRow, "source" | "dataset_id">,
): Promise<void> {
  const { actor, refuse } = context;
  const scope = SCOPES[source];
  const has_scope =
    scope === null ||
    (actor.permissions.has(scope) && (actor.token_scopes === null || actor.token_scopes.has(scope)));
  if (!has_scope) throw refuse("not_permitted", { message: messages.source_closed, values: { source } });
  if (dataset_id !== null) await getCompleteDataset(context as never, dataset_id);
}

type Draft = Pick<
  LayerRow,
  "source" | "dataset_id" | "filter" | "style" | "popup" | "min_zoom" | "max_zoom" | "upload_columns"
> & { id: number; fields: readonly string[] };

/** The list and the filter as they are stored. Refuses what cannot be shown. */
export async function checkLayer(
  context: DraftContext,
  draft: Draft,
): Promise<{ fields: Field[]; filter: StoredFilter }> {
  const fail = (field: string, message: (typeof messages)["needs_dataset"]) =>
    context.refuse("invalid_layer", { message: messages.invalid_layer, errors: [{ field, message }] });
  const { source, dataset_id, style, popup, min_zoom, max_zoom, upload_columns } = draft;
  const { parsed: _parsed, ...filter } = draft.filter;
  if ((source === "dataset") !== (dataset_id !== null))
    throw fail("dataset_id", source === "dataset" ? messages.needs_dataset : messages.takes_no_dataset);
  await requireSource(context, draft);
  const offered = await SOURCES_BY_NAME[source].listFields(context as never, {
    id: draft.id,
    source,
    dataset_id,
    filter,
    fields: [],
    upload_columns,
  });
  const fault = findLayerFault({ source, filter, fields: draft.fields, style, popup, min_zoom, max_zoom });
  if (fault !== null) throw fail(fault.field, describeFault(fault));
  const fields = draft.fields.map((key, index) => {
    const field = offered.find((one) => one.key === key);
    // Features of a file are uploaded after the layer is created; attributes of places come and go.
    if (field === undefined && source === "dataset")
      throw fail(`fields/${index}`, messages.no_field.with({ key }) as never);
    return toField(key, field);
  });
  if (source !== "dataset" || filter.where === undefined) return { fields, filter };
  const columns = await getCompleteDataset(context as never, dataset_id as number);
  return {
    fields,
    filter: { ...filter, parsed: parseFilter(context as never, columns.columns, filter.where) },
  };
}

const toField = (key: string, offered: OfferedField | undefined): Field =>
  offered?.n === undefined ? { key } : { key, n: offered.n };

function describeFault(fault: LayerFault): (typeof messages)["needs_dataset"] {
  if (fault.code === "field_not_listed") return messages.field_not_listed.with({ key: fault.key }) as never;
  return messages[fault.code];
}
