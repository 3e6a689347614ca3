/** The skill file for coding assistants: `docs/guides/ai-skill.md`, with the URL of this installation. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { ServiceSettings } from "#operation/define/context.ts";

const FILE = path.resolve(import.meta.dirname, "../../../docs/guides/ai-skill.md");

export interface Skill {
  markdown: string;
  /** Version in the header of the skill file. */
  version: string;
  /** MD5 of the file as it is served, hexadecimal. */
  hash: string;
  download_url: string;
}

const cache = new Map<string, Skill>();

export function buildSkill({ base_url }: Pick<ServiceSettings, "base_url">): Skill {
  let skill = cache.get(base_url);
  if (skill === undefined) {
    const markdown = readFileSync(FILE, "utf8").replaceAll("{base_url}", base_url);
    skill = {
      markdown,
      version: /^version: *(\S+)$/m.exec(markdown)?.[1] ?? "1.0.0",
      hash: createHash("md5").update(markdown).digest("hex"),
      download_url: `${base_url}/api/ai-skill`,
    };
    cache.set(base_url, skill);
  }
  return skill;
}
