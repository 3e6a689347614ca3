/** Answers of the API, in the members that are read. Source: EasyPost's public reference. */
import Type, { type Static } from "typebox";

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));

export const Rate = Type.Object({
  id: Type.String(),
  service: Type.String(),
  carrier: Type.String(),
  rate: Type.String(),
  currency: Type.String(),
  delivery_days: Nullable(Type.Integer()),
  delivery_date: Nullable(Type.String()),
  est_delivery_days: Nullable(Type.Integer()),
});
export type Rate = Static<typeof Rate>;

const Message = Type.Object({
  carrier: Nullable(Type.String()),
  type: Nullable(Type.String()),
  message: Nullable(Type.Unknown()),
});

export const OrderedShipment = Type.Object({
  id: Type.String(),
  reference: Nullable(Type.String()),
  tracking_code: Nullable(Type.String()),
  refund_status: Nullable(Type.String()),
  selected_rate: Nullable(Rate),
  scan_form: Nullable(Type.Object({ id: Type.String() })),
  /** What was insured, as text or number. */
  insurance: Nullable(Type.Union([Type.String(), Type.Number()])),
  rates: Nullable(Type.Array(Rate)),
  messages: Nullable(Type.Array(Message)),
  postage_label: Nullable(
    Type.Object({
      label_url: Nullable(Type.String()),
      label_file_type: Nullable(Type.String()),
      label_pdf_url: Nullable(Type.String()),
      label_zpl_url: Nullable(Type.String()),
    }),
  ),
});
export type OrderedShipment = Static<typeof OrderedShipment>;

/** Several packages to one recipient. */
export const Order = Type.Object({
  id: Type.String(),
  reference: Nullable(Type.String()),
  shipments: Type.Array(OrderedShipment),
  rates: Type.Optional(Type.Array(Rate)),
  messages: Type.Optional(Type.Array(Message)),
});
export type Order = Static<typeof Order>;
export type Message = Static<typeof Message>;

export const ScanForm = Type.Object({
  id: Type.String(),
  status: Nullable(Type.String()),
  form_url: Nullable(Type.String()),
  message: Nullable(Type.String()),
});
export type ScanForm = Static<typeof ScanForm>;

export const Batch = Type.Object({ id: Type.String() });

export const MultiPickup = Type.Object({
  id: Type.String(),
  status: Nullable(Type.String()),
  confirmation: Nullable(Type.String()),
  pickup_rates: Type.Optional(
    Type.Array(
      Type.Object({
        service: Type.String(),
        carrier: Type.String(),
        rate: Type.String(),
        currency: Nullable(Type.String()),
      }),
    ),
  ),
});
export type MultiPickup = Static<typeof MultiPickup>;

export const Tracker = Type.Object({
  status: Nullable(Type.String()),
  updated_at: Nullable(Type.String()),
  tracking_details: Type.Optional(
    Type.Array(
      Type.Object({
        message: Nullable(Type.String()),
        status: Nullable(Type.String()),
        datetime: Nullable(Type.String()),
        tracking_location: Nullable(
          Type.Object({ city: Nullable(Type.String()), country: Nullable(Type.String()) }),
        ),
      }),
    ),
  ),
});

export const Carriers = Type.Object({
  carriers: Type.Array(
    Type.Object({
      name: Type.String(),
      human_readable: Nullable(Type.String()),
      /** Of the accounts of this carrier. */
      type: Nullable(Type.String()),
      service_levels: Type.Optional(
        Type.Array(Type.Object({ name: Type.String(), human_readable: Nullable(Type.String()) })),
      ),
    }),
  ),
});

export const Accounts = Type.Array(
  Type.Object({ id: Type.String(), readable: Nullable(Type.String()), type: Type.String() }),
);

export const VerifiedAddress = Type.Object({
  street1: Nullable(Type.String()),
  street2: Nullable(Type.String()),
  city: Nullable(Type.String()),
  state: Nullable(Type.String()),
  zip: Nullable(Type.String()),
  country: Nullable(Type.String()),
  verifications: Nullable(
    Type.Object({
      delivery: Type.Optional(
        Type.Object({
          success: Type.Boolean(),
          errors: Type.Optional(Type.Array(Type.Object({ message: Nullable(Type.String()) }))),
        }),
      ),
    }),
  ),
});
export type VerifiedAddress = Static<typeof VerifiedAddress>;
