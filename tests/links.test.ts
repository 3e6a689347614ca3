/**
 * Every relative link of the documentation refers to an existing file of the repository, and to an existing
 * heading.
 */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";

const ROOT = path.resolve(import.meta.dirname, "..");

/** Links inside code belong to other documents. */
const withoutCode = (text: string) => text.replaceAll(/^```[\s\S]*?^```/gm, "").replaceAll(/`[^`\n]*`/g, "");

/** The anchors that Markdown renderers generate for headings, and those written as `<a id>`. */
function listAnchors(text: string): Set<string> {
  const headings = [...text.replaceAll(/^```[\s\S]*?^```/gm, "").matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\-_ ]/gu, "")
      .replaceAll(" ", "-"),
  );
  return new Set([...headings, ...[...text.matchAll(/<a id="([^"]+)"/g)].map(([, id]) => id!)]);
}

test("every relative link of a document has a target", async () => {
  const texts = new Map<string, string>();
  for await (const file of glob("{*.md,{docs,src,packages,console,bench,data,tests}/**/*.md}", {
    cwd: ROOT,
    exclude: (name) => name === "node_modules" || name === "dist",
  })) {
    texts.set(path.join(ROOT, file), await readFile(path.join(ROOT, file), "utf8"));
  }
  assert.ok(texts.size > 40, "the documents were found");
  const lost: string[] = [];
  let links = 0;
  for (const [file, text] of texts) {
    for (const [, link, src] of withoutCode(text).matchAll(/\]\(([^)\s]+)\)|\bsrc(?:set)?="([^"]+)"/g)) {
      const target = link ?? src!;
      if (/^[a-z]+:|^\{base_url\}/.test(target)) continue;
      links += 1;
      const [place, anchor] = target.split("#") as [string, string | undefined];
      const target_file = place === "" ? file : path.resolve(path.dirname(file), place);
      const there = existsSync(target_file);
      if (!there || (anchor !== undefined && !listAnchors(texts.get(target_file) ?? "").has(anchor)))
        lost.push(`${path.relative(ROOT, file)}: ${target}`);
    }
  }
  assert.ok(links > 50, "the links were found");
  assert.deepEqual(lost, []);
});
