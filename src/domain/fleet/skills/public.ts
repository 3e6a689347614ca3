/** Skills for planning. */
export { findExpiredSkills } from "./records/skill.ts";
