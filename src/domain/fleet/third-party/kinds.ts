/** Kinds of records of this family that members name. */
declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    delivery_provider: number;
    tender_offer: number;
    /** What a provider is asked about one order of an offer. */
    tender: number;
  }
}

export {};
