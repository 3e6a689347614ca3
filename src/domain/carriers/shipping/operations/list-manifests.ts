/** Manifests, newest first. */
import Type from "typebox";
import { defineList, filter } from "#operation/define/list.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { byId } from "#vocabulary/cursor-page.ts";
import { LabelManifest, toManifest } from "../manifests/shapes.ts";
import { type ListedManifest, MANIFESTS } from "../records/label-manifest.ts";
import { MANIFEST_STATES } from "../rules.ts";

export const listManifests = defineList({
  name: "labelserviceManifests",
  summary: "List manifests",
  access: { scopes: ["labels:read"] },
  rest: { method: "GET", path: "/api/v1/labelservice/manifests" },
  filters: { state: filter(StringEnum(MANIFEST_STATES)) },
  rows: { manifests: Type.Array(LabelManifest) },
  from: "label_manifest m",
  select: MANIFESTS,
  order: byId("m.id"),
  build: (row: ListedManifest, context) => toManifest(context, row),
});
