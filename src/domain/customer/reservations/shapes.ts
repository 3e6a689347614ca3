/** Bookables, slots, reservations and waitlists as they are sent and returned. A deposit is money between business and guest. */
import Type from "typebox";
import { FormAnswers, FormFields } from "#domain/customer/services/public.ts";
import { CalendarDate, Currency, MINOR_MAX, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { OwnMoney } from "#vocabulary/price.ts";
import { Ref } from "#vocabulary/ref.ts";
import {
  BOOKABLE_KINDS,
  BOOKABLE_STATUSES,
  END_CAUSES,
  ENTRY_STATUSES,
  OFFER_MODES,
  OFFER_STATUSES,
  PAYMENT_STATUSES,
  RESERVATION_STATUSES,
  SOURCES,
  VERIFIED_CONTACTS,
} from "./rules.ts";

export const ClientCode = Type.String({ minLength: 1, maxLength: 100, description: "Code of the business." });
export const BookableCode = Type.String({
  minLength: 1,
  maxLength: 40,
  pattern: "^[a-z0-9][a-z0-9-]*$",
  description: "Part of the public address: small letters, digits and hyphens.",
});

const Clock = (description: string, pattern: string) => Type.String({ pattern, maxLength: 5, description });
const hours = {
  from: Clock("HH:MM, wall time of the zone.", "^([01]\\d|2[0-3]):[0-5]\\d$"),
  to: Clock("HH:MM up to 24:00; not after `from`: of the next day.", "^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$"),
};

const CalendarShape = Type.Object(
  {
    weekly: Type.Array(
      Type.Object({
        weekday: Type.Integer({ minimum: 1, maximum: 7, description: "1 is Monday." }),
        ...hours,
      }),
      { maxItems: 70 },
    ),
    exceptions: Type.Array(
      Type.Object({
        date: CalendarDate,
        hours: Type.Array(Type.Object(hours), { maxItems: 10, description: "None: closed on this date." }),
      }),
      { maxItems: 400 },
    ),
  },
  { $id: "BookableCalendar" },
);

export const Places = Type.Integer({
  minimum: 1,
  maximum: 10_000,
  description: "Places of one slot: vehicles, people, units.",
});
const DepositMinor = OwnMoney(
  Type.Integer({ minimum: 0, maximum: MINOR_MAX, description: "Minor units; 0: none." }),
);
const DepositCurrency = OwnMoney(Currency);

/** What a business decides of a bookable. */
export const bookableMembers = {
  name: Type.String({ minLength: 1, maxLength: 120, pattern: "\\S" }),
  description: Nullable(Type.String({ maxLength: 2000 })),
  kind: StringEnum(BOOKABLE_KINDS),
  warehouse_id: Nullable(Ref("warehouse")),
  street_address: Nullable(Type.String({ maxLength: 300, description: "Shown to guests." })),
  time_zone: Type.String({ minLength: 1, maxLength: 60, description: "IANA name, such as Europe/Berlin." }),
  calendar: CalendarShape,
  slot_minutes: Type.Integer({ minimum: 5, maximum: 1440 }),
  capacity: Type.Integer({ minimum: 1, maximum: 10_000, description: "Places of each slot." }),
  places_max: Type.Integer({ minimum: 1, maximum: 10_000, description: "Places of one public reservation." }),
  lead_minutes: Type.Integer({
    minimum: 0,
    maximum: 525_600,
    description: "The public reserves so long before the slot, or earlier.",
  }),
  cutoff_minutes: Type.Integer({
    minimum: 0,
    maximum: 525_600,
    description:
      "Until so long before the slot guests may move, and get a deposit back; then nothing is offered.",
  }),
  horizon_days: Type.Integer({ minimum: 1, maximum: 366, description: "The public reserves so far ahead." }),
  reminder_hours: Nullable(
    Type.Integer({ minimum: 1, maximum: 168, description: "Before the slot; null: none." }),
  ),
  no_show_minutes: Nullable(
    Type.Integer({
      minimum: 0,
      maximum: 1440,
      description: "Who is not checked in so long after the slot began did not come; null: staff decide.",
    }),
  ),
  has_waitlist: Type.Boolean(),
  offer_mode: StringEnum(OFFER_MODES, {
    description:
      "To whom a free place is offered: the first who waits, or all of them, of whom the first has it.",
  }),
  offer_minutes: Type.Integer({ minimum: 1, maximum: 1440, description: "An offer ends then." }),
  verified_contact: StringEnum(VERIFIED_CONTACTS, {
    description: "The contact that a guest proves with a code before the hold becomes a reservation.",
  }),
  form_fields: FormFields,
  confirmation_note: Nullable(Type.String({ maxLength: 300, description: "In each confirmation." })),
  deposit_minor: DepositMinor,
};

export const Bookable = Type.Object(
  {
    id: Ref("bookable"),
    version: Type.Integer(),
    code: Type.String(),
    status: StringEnum(BOOKABLE_STATUSES),
    ...bookableMembers,
    currency: DepositCurrency,
    page_url: Type.String({ description: "Where the public reserves." }),
    has_feed: Type.Boolean({ description: "There is a link to its calendar." }),
  },
  { $id: "Bookable" },
);
export const BookableAnswer = Type.Object({
  result: Type.Boolean(),
  version: Type.Integer(),
  bookable: Bookable,
});

/** What the public sees of one. */
export const PublicBookable = Type.Object(
  {
    code: Type.String(),
    name: Type.String(),
    description: Nullable(Type.String()),
    kind: StringEnum(BOOKABLE_KINDS),
    street_address: Nullable(Type.String()),
    time_zone: Type.String(),
    slot_minutes: Type.Integer(),
    places_max: Type.Integer(),
    book_from: Timestamp,
    book_until: Timestamp,
    cutoff_minutes: Type.Integer(),
    has_waitlist: Type.Boolean(),
    verified_contact: StringEnum(VERIFIED_CONTACTS),
    form_fields: FormFields,
    deposit_minor: DepositMinor,
    currency: DepositCurrency,
  },
  { $id: "PublicBookable" },
);

export const PublicSlot = Type.Object(
  {
    starts_at: Timestamp,
    ends_at: Timestamp,
    free: Type.Integer({ description: "Places that are free now." }),
  },
  { $id: "PublicSlot" },
);

export const guestMembers = {
  guest_name: Type.Optional(Type.String({ minLength: 1, maxLength: 120, pattern: "\\S" })),
  guest_email: Type.Optional(Type.String({ minLength: 3, maxLength: 320 })),
  guest_phone: Type.Optional(
    Type.String({
      minLength: 3,
      maxLength: 50,
      description: "International, or national in the country of the business.",
    }),
  ),
  guest_language: Type.Optional(
    Type.String({
      minLength: 2,
      maxLength: 35,
      description: "Of messages, such as pt-BR; of the request if absent.",
    }),
  ),
  guest_note: Type.Optional(Type.String({ maxLength: 1000 })),
  form: Type.Optional(FormAnswers),
};

const guestFacts = {
  guest_name: Nullable(Type.String()),
  guest_email: Nullable(Type.String()),
  guest_phone: Nullable(Type.String()),
  guest_note: Nullable(Type.String()),
  form: FormAnswers,
};

const depositFacts = {
  deposit_minor: DepositMinor,
  currency: DepositCurrency,
  payment_status: StringEnum(PAYMENT_STATUSES),
};

/** What a guest sees of a reservation. */
const ManagedReservation = Type.Object(
  {
    code: Type.String({ description: "What the guest says at the desk." }),
    status: StringEnum(RESERVATION_STATUSES),
    missing: Nullable(
      StringEnum(["contact", "contact_code", "deposit"], {
        description: "What is needed before the hold becomes a reservation.",
      }),
    ),
    business_name: Type.String(),
    client_code: Type.String(),
    bookable_code: Type.String(),
    bookable_name: Type.String(),
    street_address: Nullable(Type.String()),
    time_zone: Type.String(),
    starts_at: Timestamp,
    ends_at: Timestamp,
    places: Type.Integer(),
    ...guestFacts,
    hold_expires_at: Nullable(Timestamp),
    end_cause: Nullable(StringEnum(END_CAUSES)),
    change_until: { ...Timestamp, description: "Until then it may be moved, and a deposit goes back." },
    can_move: Type.Boolean(),
    can_cancel: Type.Boolean(),
    confirmation_note: Nullable(Type.String()),
    ...depositFacts,
    checkout_url: Nullable(Type.String({ description: "Where the deposit is paid." })),
  },
  { $id: "ManagedReservation" },
);
export const ManagedAnswer = Type.Object({ result: Type.Boolean(), reservation: ManagedReservation });

/** What the desk sees of it. */
export const Reservation = Type.Object(
  {
    id: Ref("reservation"),
    version: Type.Integer(),
    code: Type.String(),
    bookable_id: Ref("bookable"),
    bookable_code: Type.String(),
    bookable_name: Type.String(),
    time_zone: Type.String(),
    starts_at: Timestamp,
    ends_at: Timestamp,
    places: Type.Integer(),
    status: StringEnum(RESERVATION_STATUSES),
    status_since: Timestamp,
    source: StringEnum(SOURCES),
    ...guestFacts,
    hold_expires_at: Nullable(Timestamp),
    end_cause: Nullable(StringEnum(END_CAUSES)),
    confirmed_at: Nullable(Timestamp),
    checked_in_at: Nullable(Timestamp),
    ...depositFacts,
    payment_failure: Nullable(Type.String()),
    created_at: Timestamp,
    can_check_in: Type.Boolean(),
    can_mark_no_show: Type.Boolean(),
    can_cancel: Type.Boolean(),
    can_move: Type.Boolean(),
  },
  { $id: "Reservation" },
);
export const ReservationAnswer = Type.Object({
  result: Type.Boolean(),
  version: Type.Integer(),
  reservation: Reservation,
});

const WindowShape = Type.Object({ from: Timestamp, to: Timestamp }, { $id: "WaitlistWindow" });
export const Windows = Type.Array(WindowShape, {
  minItems: 1,
  maxItems: 10,
  description: "When the slot may begin.",
});

const entryFacts = {
  places: Type.Integer(),
  windows: Type.Array(WindowShape),
  status: StringEnum(ENTRY_STATUSES),
  position: Nullable(Type.Integer({ description: "1 is next; null once it does not wait any more." })),
  offer: Nullable(
    Type.Object({
      status: StringEnum(OFFER_STATUSES),
      starts_at: Timestamp,
      ends_at: Timestamp,
      expires_at: Timestamp,
    }),
  ),
};

export const OwnEntry = Type.Object(
  {
    ...entryFacts,
    business_name: Type.String(),
    client_code: Type.String(),
    bookable_code: Type.String(),
    bookable_name: Type.String(),
    street_address: Nullable(Type.String()),
    time_zone: Type.String(),
    guest_name: Type.String(),
    deposit_minor: DepositMinor,
    currency: DepositCurrency,
  },
  { $id: "OwnWaitlistEntry" },
);
export const OwnEntryAnswer = Type.Object({ result: Type.Boolean(), entry: OwnEntry });

export const WaitlistEntry = Type.Object(
  {
    id: Ref("waitlist_entry"),
    version: Type.Integer(),
    bookable_id: Ref("bookable"),
    bookable_name: Type.String(),
    time_zone: Type.String(),
    source: StringEnum(["public", "desk", "walk_in"]),
    ...entryFacts,
    guest_name: Type.String(),
    guest_email: Nullable(Type.String()),
    guest_phone: Nullable(Type.String()),
    guest_note: Nullable(Type.String()),
    reservation_id: Nullable(Ref("reservation")),
    status_since: Timestamp,
    created_at: Timestamp,
  },
  { $id: "WaitlistEntry" },
);
export const EntryAnswer = Type.Object({
  result: Type.Boolean(),
  version: Type.Integer(),
  entry: WaitlistEntry,
});

export const DeskSlot = Type.Object(
  {
    starts_at: Timestamp,
    ends_at: Timestamp,
    capacity: Type.Integer(),
    taken: Type.Integer({ description: "By reservations, holds and offers." }),
    held: Type.Integer({ description: "Of these, by holds and offers." }),
    checked_in: Type.Integer(),
    in_calendar: Type.Boolean({ description: "False: the calendar changed, and reservations are left." }),
  },
  { $id: "DeskSlot" },
);
