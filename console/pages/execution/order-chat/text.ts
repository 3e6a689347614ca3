import { defineTexts } from "../../../language/texts.ts";
import { messages } from "./messages/en.ts";

export const text = defineTexts(messages, (language) => import(`./messages/${language}.ts`));
