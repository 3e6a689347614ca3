/** Stock for other families: packages are received, held, released and issued. See the README, "For families above". */
export {
  holdPackages,
  issuePackages,
  lockReceivingBin,
  receivePackages,
  releasePackages,
} from "./packages.ts";
export { packagesChanged } from "./topics.ts";
