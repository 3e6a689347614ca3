import { messages } from "./messages/en.ts";
import { defineTexts } from "./texts.ts";

export const text = defineTexts(messages, (language) => import(`./messages/${language}.ts`));
