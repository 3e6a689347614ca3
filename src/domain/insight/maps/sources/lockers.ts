/** Lockers that are in use and have a position. */
import { buildProperties, type FixedFields, listFixedFields } from "./fixed-fields.ts";
import type { LayerSource } from "./sources.ts";
import { stampRows } from "./stamp.ts";

const FREE = `(select count(*) from locker_compartment c where c.business_id = p.business_id and c.device_id = p.id and c.status = 'FREE')`;

const FIELDS: FixedFields = {
  name: ["text", "to_jsonb(p.name)"],
  kind: ["text", "to_jsonb(p.kind)"],
  address: ["text", "p.place->'line1'"],
  postal_code: ["text", "p.place->'postal_code'"],
  city: ["text", "p.place->'city'"],
  is_online: ["boolean", "to_jsonb(p.status = 'ONLINE')"],
  free: ["number", `to_jsonb(case when p.status = 'MAINTENANCE' then 0 else ${FREE} end)`],
};
const [LAT, LNG] = ["(p.place->>'lat')::float8", "(p.place->>'lng')::float8"];

export const lockerSource: LayerSource = {
  listFields: async () => listFixedFields(FIELDS),

  build: async ({ business_id }, { fields }, bound) => ({
    from: `from locker_device p where p.business_id = ${bound.bind(business_id, "int")}
        and p.status in ('ONLINE', 'OFFLINE', 'MAINTENANCE') and jsonb_typeof(p.place->'lat') = 'number'
        and jsonb_typeof(p.place->'lng') = 'number'`,
    id: "p.id",
    geometry: `'{"type":"Point","coordinates":[' || ${LNG} || ',' || ${LAT} || ']}'`,
    properties: buildProperties(FIELDS, fields),
    // A change of a compartment does not change its locker.
    stamp: `${stampRows("p.id", "p.version")},
        md5(string_agg(concat(p.status, ${FREE}), ',' order by p.id))`,
    west: LNG,
    south: LAT,
    east: LNG,
    north: LAT,
  }),
};
