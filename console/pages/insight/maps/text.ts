import { defineTexts } from "../../../language/texts.ts";
import english from "./messages/en.json" with { type: "json" };

export const text = defineTexts(
  english,
  (language) => import(`./messages/${language}.json`, { with: { type: "json" } }),
);
