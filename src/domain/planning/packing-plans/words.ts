/** Words of the printed packing instructions. */
import { UPRIGHT_WORDS } from "#domain/planning/goods-plans/public.ts";
import { defineMessages } from "#operation/response/messages.ts";
import type english from "./words/en.json";

export const words = {
  ...UPRIGHT_WORDS,
  ...defineMessages<typeof english>(import.meta.resolve("./words/")),
};
