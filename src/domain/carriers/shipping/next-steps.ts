/** What somebody who scans a bought label does with its package, by the label's state. */
import { defineMessages, type Message } from "#operation/response/messages.ts";
import type english from "./next-steps/en.json";
import type { PickupState } from "./pickups/rules.ts";
import type { LabelManifestRow } from "./records/label-manifest.ts";
import type { State } from "./rules.ts";

const steps = defineMessages<typeof english>(import.meta.resolve("./next-steps/"));

export const NEXT_STEPS: Readonly<Record<State, Message>> = steps.label;

/** The same of a manifest, by its state. */
export const MANIFEST_STEPS: Readonly<Record<LabelManifestRow["state"], Message>> = steps.manifest;

/** The same of a pickup, by its state. */
export const PICKUP_STEPS: Readonly<Record<PickupState, Message>> = steps.pickup;
