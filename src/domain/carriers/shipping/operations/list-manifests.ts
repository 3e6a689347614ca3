/** Manifests, newest first. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { countRows, readListPage } from "#platform/db/list-page.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { buildWindow, CursorInput, CursorOutput, type SortColumn } from "#vocabulary/cursor-page.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { LabelManifest, toManifest } from "../manifests/shapes.ts";
import { type ListedManifest, MANIFESTS } from "../records/label-manifest.ts";
import { MANIFEST_STATES } from "../rules.ts";

const SORT: readonly SortColumn[] = [{ sql: "m.id", member: "id", type: "bigint", descending: true }];
const CONDITION = "($2::text is null or m.state = $2)";

export const listManifests = defineOperation({
  name: "labelserviceManifests",
  summary: "List manifests",
  effect: "read",
  access: { roles: BUSINESS_ROLES, scopes: ["labels:read"] },
  rest: { method: "GET", path: "/api/v1/labelservice/manifests" },
  input: Type.Object({ ...CursorInput, state: Type.Optional(StringEnum(MANIFEST_STATES)) }),
  output: Type.Object({ ...CursorOutput, manifests: Type.Array(LabelManifest) }),

  async run(context, input) {
    const { db, business_id } = context;
    const values = [business_id, input.state ?? null];
    const window = buildWindow(input, SORT, { condition: CONDITION, values });
    const counted = countRows(db, `from label_manifest m where m.business_id = $1 and ${CONDITION}`, values);
    const text = `${MANIFESTS} and ${CONDITION}${window.sql}`;
    const { rows, paging } = await readListPage<ListedManifest>(db, window, text, counted);
    return { ...paging, manifests: rows.map((row) => toManifest(context, row)) };
  },
});
