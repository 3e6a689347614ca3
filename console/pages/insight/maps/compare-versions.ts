/** What readers see in one published version of a map and not in another. Pure. */
import type { CustomMapVersion } from "../../../../packages/client/client.gen.ts";

type Version = Pick<CustomMapVersion, "layers">;

export interface Difference {
  layer: string;
  kind: "layer_added" | "layer_removed" | "fields_added" | "fields_removed" | "look_changed";
  /** Of which it tells; none where the look changed. */
  fields: readonly string[];
}

/** Fields first: they are what strangers learn. */
export function compareVersions(before: Version, after: Version): Difference[] {
  const former = new Map(before.layers.map((layer) => [layer.id, layer]));
  const ids = new Set(after.layers.map(({ id }) => id));
  const differences = after.layers.flatMap((layer): Difference[] => {
    const was = former.get(layer.id);
    if (was === undefined) return [{ layer: layer.title, kind: "layer_added", fields: layer.fields }];
    const added = layer.fields.filter((key) => !was.fields.includes(key));
    const removed = was.fields.filter((key) => !layer.fields.includes(key));
    const { fields: _now, ...look } = layer;
    const { fields: _then, ...look_before } = was;
    return [
      ...(added.length === 0 ? [] : [{ layer: layer.title, kind: "fields_added" as const, fields: added }]),
      ...(removed.length === 0
        ? []
        : [{ layer: layer.title, kind: "fields_removed" as const, fields: removed }]),
      ...(JSON.stringify(look) === JSON.stringify(look_before)
        ? []
        : [{ layer: layer.title, kind: "look_changed" as const, fields: [] }]),
    ];
  });
  const gone = before.layers.filter(({ id }) => !ids.has(id));
  return [
    ...differences,
    ...gone.map(({ title, fields }) => ({ layer: title, kind: "layer_removed" as const, fields })),
  ];
}
