/** Services for the families whose orders they are: which there are, what is valid, what it costs. */
export { type CheckedRequest, checkRequest, getOfferedService } from "./check.ts";
export { loadServiceConfig, ServiceConfig, ServiceSummary, summarizeServices } from "./config.ts";
export {
  findServiceId,
  listOfferedServices,
  loadServiceVersion,
  loadServiceWarehouses,
} from "./find.ts";
export { FormFields } from "./form-schema.ts";
export { attachPhotos, PhotoIds } from "./photos.ts";
export {
  claimPrice,
  loadStoragePricing,
  orderRefusals,
  type PricedRequest,
  priceRefusals,
  priceRequest,
  quoteRequest,
} from "./quote.ts";
export { FormAnswers, type Piece, packageMembers, requestMembers, type ServiceRequest } from "./request.ts";
export {
  ChosenSupply,
  PricingMethod,
  SERVICE_FAMILIES,
  type ServiceVersion,
} from "./shapes.ts";
