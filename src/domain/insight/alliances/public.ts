/** Interface of alliances for other families: whether one business lets another one do something. */
export { findPermission, lockPermission } from "./grants.ts";
