/** Answers of the gateway, in the members that are read. Source: Karrio's OpenAPI description. */
import Type, { type Static } from "typebox";

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));

const Charge = Type.Object({
  name: Nullable(Type.String()),
  amount: Nullable(Type.Number()),
  currency: Nullable(Type.String()),
});

export const Rate = Type.Object({
  id: Nullable(Type.String()),
  carrier_name: Type.String(),
  carrier_id: Type.String(),
  currency: Nullable(Type.String()),
  service: Nullable(Type.String()),
  total_charge: Nullable(Type.Number()),
  transit_days: Nullable(Type.Integer()),
  estimated_delivery: Nullable(Type.String()),
  extra_charges: Type.Optional(Type.Array(Charge)),
});

export const Message = Type.Object({
  message: Nullable(Type.Unknown()),
  code: Nullable(Type.String()),
  carrier_name: Nullable(Type.String()),
});

export const Rates = Type.Object({
  rates: Type.Array(Rate),
  messages: Type.Optional(Type.Array(Message)),
});

export const GatewayShipment = Type.Object({
  id: Type.String(),
  status: Type.String(),
  reference: Nullable(Type.String()),
  carrier_name: Nullable(Type.String()),
  carrier_id: Nullable(Type.String()),
  service: Nullable(Type.String()),
  tracking_number: Nullable(Type.String()),
  shipment_identifier: Nullable(Type.String()),
  /** The form in which the label was sold. */
  label_type: Nullable(Type.String()),
  parcels: Type.Array(Type.Object({})),
  rates: Type.Optional(Type.Array(Rate)),
  selected_rate: Nullable(Rate),
  meta: Nullable(
    Type.Object({
      tracking_numbers: Type.Optional(Type.Array(Type.String())),
    }),
  ),
});
export type GatewayShipment = Static<typeof GatewayShipment>;

export const Shipments = Type.Object({ results: Type.Array(GatewayShipment) });

export const ShippingDocument = Type.Object({
  format: Nullable(Type.String()),
  base64: Nullable(Type.String()),
});

export const GatewayManifest = Type.Object({
  id: Type.String(),
  reference: Nullable(Type.String()),
  shipment_identifiers: Type.Optional(Type.Array(Type.String())),
});
export const Manifests = Type.Object({ results: Type.Array(GatewayManifest) });

export const GatewayPickup = Type.Object({
  id: Type.String(),
  confirmation_number: Type.String(),
  status: Nullable(Type.String()),
  pickup_charge: Nullable(Charge),
  metadata: Nullable(Type.Record(Type.String(), Type.Unknown())),
});
export type GatewayPickup = Static<typeof GatewayPickup>;
export const Pickups = Type.Object({ results: Type.Array(GatewayPickup) });

export const Tracker = Type.Object({
  status: Nullable(Type.String()),
  events: Type.Optional(
    Type.Array(
      Type.Object({
        timestamp: Nullable(Type.String()),
        date: Nullable(Type.String()),
        time: Nullable(Type.String()),
        status: Nullable(Type.String()),
        description: Nullable(Type.String()),
        location: Nullable(Type.String()),
      }),
    ),
  ),
});

export const Connections = Type.Object({
  results: Type.Array(
    Type.Object({ carrier_name: Type.String(), carrier_id: Type.String(), active: Nullable(Type.Boolean()) }),
  ),
});

export const Services = Type.Record(Type.String(), Type.Unknown());

export const GatewayAddress = Type.Object({
  address_line1: Nullable(Type.String()),
  city: Nullable(Type.String()),
  postal_code: Nullable(Type.String()),
  state_code: Nullable(Type.String()),
  validation: Nullable(Type.Object({ success: Type.Boolean() })),
});
