/** Services: what a business defines, as it is stored and sent. */
import Type from "typebox";
import { CalendarDate, Count, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { FormFields } from "./form-schema.ts";

/** What is ordered: something that is forwarded, stored, or shipped out of storage. */
export const SERVICE_KINDS = ["shipping", "storage", "shipout"] as const;
export type ServiceKind = (typeof SERVICE_KINDS)[number];

/** The price families of services. A family decides which price list applies and from whom prices are hidden. */
export const SERVICE_FAMILIES = [
  "shipping_service",
  "ltl_service",
  "moving_services",
  "storage_services",
] as const;
export type ServiceFamily = (typeof SERVICE_FAMILIES)[number];

export const FAMILIES_OF_KIND: Record<ServiceKind, readonly ServiceFamily[]> = {
  shipping: ["shipping_service", "ltl_service", "moving_services"],
  storage: ["storage_services"],
  shipout: ["storage_services"],
};

export const PricingMethod = Type.Unsafe<1 | 2>({
  type: "integer",
  enum: [1, 2],
  description: "1: priced at once. 2: priced by staff after the order.",
});

/** When an order must be paid in full: staff may make an exception for the second. */
export const PAYMENTS = ["before_confirmation", "before_shipping"] as const;
export const ADDRESS_USES = ["none", "optional", "required"] as const;

const WEIGHT_UNITS = ["g", "kg", "lb"] as const;
const LENGTH_UNITS = ["mm", "cm", "in"] as const;

export const ServiceCode = Type.String({
  pattern: "^[a-z0-9][a-z0-9_-]{0,39}$",
  maxLength: 40,
  description: "Lower-case letters, digits, _ and -.",
});
const SurchargeCode = Type.String({ pattern: "^[a-z][a-z0-9_]{0,39}$", maxLength: 40 });
const OptionCode = Type.String({
  pattern: "^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$",
  maxLength: 40,
});
const Name = Type.String({ minLength: 1, maxLength: 120, pattern: "\\S" });
const Description = Type.String({ maxLength: 2000 });
const Amount = Type.Integer({
  minimum: 0,
  maximum: 100_000_000,
  description: "Minor units of the business's currency.",
});
const Side = Type.Integer({ minimum: 1, maximum: 20_000, description: "Millimetres.", "x-tool": "" });
const Time = Type.String({ pattern: "^([01]\\d|2[0-3]):[0-5]\\d$", description: "HH:MM, local." });

/** Each a list of up to 100. */
const Options = <Option extends Type.TSchema>(option: Option, description: string) =>
  Type.Array(option, { maxItems: 100, description });

const Packaging = Type.Object(
  {
    code: OptionCode,
    name: Name,
    length_mm: Side,
    width_mm: Side,
    height_mm: Side,
    weight_g_max: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }))),
    price_minor: Amount,
  },
  { $id: "ServicePackaging" },
);

const Supply = Type.Object(
  {
    code: OptionCode,
    name: Name,
    quantity_max: Type.Integer({ minimum: 1, maximum: 1000 }),
    price_minor: Amount,
  },
  { $id: "ServiceSupply" },
);

/** A field of the form, which says something that surcharges are triggered by. */
const AnswerField = Type.Optional(
  Type.String({ maxLength: 40, description: "Name of a field of the form." }),
);

export const PriceAnswers = Type.Object(
  {
    floors: AnswerField,
    is_residential: AnswerField,
    has_dangerous_goods: AnswerField,
  },
  {
    $id: "ServicePriceAnswers",
    description:
      "Fields whose answers trigger surcharges: the number of floors without a lift, whether the drop-off is a home, whether goods " +
      "are dangerous.",
  },
);
export type PriceAnswers = Type.Static<typeof PriceAnswers>;

export const Timeframe = Type.Object(
  { code: OptionCode, name: Name, start: Time, end: Time },
  { $id: "ServiceTimeframe", description: "When goods can be collected, on the scheduled date." },
);

export const Units = Type.Object(
  { weight: StringEnum(WEIGHT_UNITS), length: StringEnum(LENGTH_UNITS) },
  { $id: "ServiceUnits", description: "In which customers enter and read; members are in g and mm always." },
);

const StorageTerms = Type.Object(
  {
    free_days: Type.Integer({
      minimum: 0,
      maximum: 3650,
      description: "Days of each package that cost nothing; the day of its receipt is the first.",
    }),
    grace_days: Type.Integer({
      minimum: 0,
      maximum: 365,
      description: "Days after which a balance that is not paid is overdue.",
    }),
  },
  { $id: "StorageTerms" },
);

export const definitionMembers = {
  name: Name,
  description: Type.Optional(Description),
  is_offered: Type.Boolean({ description: "False: customers do not see it, and orders go on." }),
  pricing_method: PricingMethod,
  payment: StringEnum(PAYMENTS, {
    description:
      "`before_confirmation`: an order is confirmed by its payment in full. `before_shipping`: staff confirm it.",
  }),
  pickup: StringEnum(ADDRESS_USES, { description: "Whether goods are collected at an address." }),
  dropoff: StringEnum(ADDRESS_USES, { description: "Whether goods go to an address." }),
  measures: StringEnum(["optional", "required"], {
    description: "Whether customers must state the weight and size of each package.",
  }),
  form_fields: FormFields,
  warehouse_ids: Type.Array(Ref("warehouse"), {
    maxItems: 50,
    uniqueItems: true,
    description: "Where goods can be brought; closed ones are not offered.",
  }),
  packaging: Options(Packaging, "What the business packs or delivers goods in."),
  supplies: Options(Supply, "What customers can order besides: tape, labels."),
  surcharges: Type.Array(SurchargeCode, {
    maxItems: 100,
    uniqueItems: true,
    description:
      "Optional surcharges of the family that customers can choose. Automatic ones apply by themselves.",
  }),
  price_answers: Type.Optional(PriceAnswers),
  pickup_timeframes: Options(Timeframe, "One is chosen where goods are collected."),
  units: Units,
  storage: Type.Optional(Nullable(StorageTerms)),
};

export const ServiceDefinition = Type.Object(definitionMembers, { $id: "ServiceDefinition" });
export type ServiceDefinition = Type.Static<typeof ServiceDefinition>;

/** As the business sees it. */
export const Service = Type.Object(
  {
    id: Ref("service"),
    code: Type.String(),
    kind: StringEnum(SERVICE_KINDS),
    family: StringEnum(SERVICE_FAMILIES),
    version: Count,
    active_from: CalendarDate,
    is_active: Type.Boolean({ description: "This version is in effect today." }),
    ...definitionMembers,
    created_at: Timestamp,
  },
  { $id: "Service" },
);

/** What the customer sends for one or several equal packages. */
export const PackageInput = Type.Object(
  {
    quantity: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 1 })),
    weight_g: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 100_000_000 }))),
    length_mm: Type.Optional(Nullable(Side)),
    width_mm: Type.Optional(Nullable(Side)),
    height_mm: Type.Optional(Nullable(Side)),
    contents: Type.Optional(Type.String({ maxLength: 255 })),
    packaging: Type.Optional(
      Nullable({
        ...OptionCode,
        description: "Code of a packaging of the service; its size is the package's then.",
      }),
    ),
  },
  { $id: "ServicePackageInput" },
);
export type PackageInput = Type.Static<typeof PackageInput>;

/** Of one order. */
export const PIECES_MAX = 200;

export const ChosenSupply = Type.Object(
  { code: OptionCode, quantity: Type.Integer({ minimum: 1, maximum: 1000 }) },
  { $id: "ChosenSupply" },
);
export const ChosenSurcharge = Type.Array(SurchargeCode, {
  maxItems: 100,
  uniqueItems: true,
  description: "Codes of surcharges that the customer chooses.",
});
export { OptionCode };

/** Of the carrier that goods are handed to. */
export const CarrierCode = Type.String({
  pattern: "^[a-z0-9][a-z0-9_-]{1,39}$",
  maxLength: 40,
  description: "Code of the carrier, such as `ups`; `own` for a vehicle of the business.",
});
