/** A business can be neither exported nor imported as asked; the message says why and what to do. Nothing was changed. */
export class TransferError extends Error {
  override name = "TransferError";
}
