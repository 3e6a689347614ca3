import english from "./messages/en.json" with { type: "json" };
import { defineTexts } from "./texts.ts";

export const text = defineTexts(
  english,
  (language) => import(`./messages/${language}.json`, { with: { type: "json" } }),
);
