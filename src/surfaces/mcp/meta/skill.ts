/** Checks whether the skill file of a coding assistant is the latest. */
import Type from "typebox";
import { buildSkill } from "../../discovery/skill.ts";
import type { MetaTool } from "../tool.ts";

export const checkSkillUpdate: MetaTool = {
  name: "check_skill_update",
  servers: ["developer"],
  summary: "Check for a newer skill file",
  description: "Compares the MD5 of a local skill file with the latest one. Public: needs no token.",
  is_public: true,
  effect: "read",
  use: "At the start of work with a local skill file.",
  next: ["get_integration_guide"],
  example: { current_hash: "d41d8cd98f00b204e9800998ecf8427e" },
  input: Type.Object({
    current_hash: Type.String({
      pattern: "^[0-9a-fA-F]{32}$",
      description: "MD5 of the local skill file, 32 hexadecimal digits.",
    }),
  }),
  output: Type.Object({
    update_available: Type.Boolean(),
    version: Type.String(),
    hash: Type.String(),
    download_url: Type.String(),
  }),
  run({ runtime, input }) {
    const { version, hash, download_url } = buildSkill(runtime.settings);
    const update_available = String(input["current_hash"]).toLowerCase() !== hash;
    return { answer: { update_available, version, hash, download_url } };
  },
};
