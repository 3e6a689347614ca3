/** Services for the families whose orders they are: which there are, what is valid, what it costs. */
export { type CheckedRequest, checkRequest } from "./check.ts";
export { loadServiceConfig, ServiceConfig, ServiceSummary, summarizeServices } from "./config.ts";
export { findAnswerFaults } from "./form.ts";
export { FormFields, findFormFaults } from "./form-schema.ts";
export { attachPhotos, PhotoIds } from "./photos.ts";
export {
  type ClaimedPrice,
  claimPrice,
  findStorageTerms,
  loadStorageDayPrice,
  type Offer,
  orderRefusals,
  type PricedRequest,
  priceRefusals,
  priceRequest,
  quoteRequest,
} from "./quote.ts";
export {
  getOfferedService,
  getServiceId,
  listOfferedServices,
  loadServiceVersion,
  type ServiceVersion,
} from "./records/service.ts";
export { FormAnswers, type Piece, packageMembers, requestMembers, type ServiceRequest } from "./request.ts";
export {
  CarrierCode,
  ChosenSupply,
  PricingMethod,
  SERVICE_FAMILIES,
} from "./shapes.ts";
export { findWarehousePlace } from "./warehouses.ts";
