/** The page on which a person writes GraphQL and sees the answer; works without any other server. */
import path from "node:path";
import { type Page, pageOf } from "../page.ts";

let page: Page | undefined;

export function explorerPage(): Page {
  page ??= pageOf(path.join(import.meta.dirname, "explorer"));
  return page;
}
