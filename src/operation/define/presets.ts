/**
 * Presets: what the employees of a business usually do, as sets of permissions with a name. The families say which of
 * their scopes belong to each (`scopes.ts`), so that a preset grows with the families of an installation.
 */
import { defineMessages, type Message } from "../response/messages.ts";
import type english from "./presets/en.json";

export const PRESET_NAMES = ["dispatcher", "warehouse", "counter", "finance", "marketing"] as const;

export type PresetName = (typeof PRESET_NAMES)[number];

export const PRESETS: Readonly<Record<PresetName, { label: Message; purpose: Message }>> = defineMessages<
  typeof english
>(import.meta.resolve("./presets/"));
