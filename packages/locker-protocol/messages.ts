/**
 * Messages of version 1 between a device and the service, as JSON Schema. HTTP and MQTT carry the same bodies.
 *
 * A device sends the members of these schemas and no others; it ignores members of answers and commands that it does not
 * know. Times are RFC 3339, UTC, with milliseconds; a device corrects its own by the offset that it learned from
 * `server_time`, except in `clock`. Source: README.md.
 */
import Type, { type Static, type TSchema } from "typebox";
import { Value } from "typebox/value";

export const PROTOCOL_VERSION = 1;
/** Operations that one push has at most. */
export const OPERATIONS_MAX = 200;
/** Bytes that the operations of one push have at most, so that a packet of MQTT has not more than 64 KB. */
export const OPERATIONS_BYTES_MAX = 48 * 1024;
/** Ranges of operations in one list. */
export const RANGES_MAX = 100;
/** Compartments that one device has at most. */
export const COMPARTMENTS_MAX = 500;
/** Commands that one pull answers at most. */
export const COMMANDS_MAX = 50;

const SEQ_MAX = Number.MAX_SAFE_INTEGER;

export function words<const Words extends readonly string[]>(list: Words, options: object = {}) {
  return Type.Unsafe<Words[number]>({ type: "string", enum: [...list], ...options });
}

const message = <const Name extends string>(name: Name) =>
  Type.Literal(name, { description: "Which message it is." });

const Time = Type.String({
  format: "date-time",
  pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$",
  maxLength: 24,
  description: "RFC 3339, UTC, with milliseconds.",
});
const Seq = Type.Integer({ minimum: 0, maximum: SEQ_MAX });
const Hash = Type.String({ pattern: "^[0-9a-f]{64}$", maxLength: 64, description: "SHA-256, hexadecimal." });
const Uuid = Type.String({ format: "uuid", maxLength: 36 });
const Key = Type.String({
  pattern: "^[A-Za-z0-9_-]{43}$",
  maxLength: 43,
  description: "32 bytes, base64url without padding.",
});
const Word = Type.String({ pattern: "^[a-z][a-z0-9_]{0,39}$", maxLength: 40 });
/** Printable ASCII: nothing that people read, and the same bytes in the chain on both sides. */
const Code = Type.String({ pattern: "^[!-~]([ -~]{0,78}[!-~])?$", maxLength: 80 });
const Version = Type.String({ pattern: "^[!-~]{1,40}$", maxLength: 40 });
export const CompartmentCode = Type.String({
  pattern: "^[A-Za-z0-9][A-Za-z0-9-]{0,11}$",
  maxLength: 12,
  description: "What is written on the door.",
});
const Epoch = Type.Integer({
  minimum: 1,
  maximum: 2_147_483_647,
  description: "Told at provisioning; `seq` counts from 1 in each.",
});
const MessageId = Type.String({
  pattern: "^[A-Za-z0-9.-]{1,64}$",
  maxLength: 64,
  description: "Chosen by the device, another one for each sending; the answer names it in `answers`.",
});
const Answers = Type.Optional(
  Type.String({ maxLength: 64, description: "`message_id` of what this answers." }),
);
const ServerTime = Type.String({ ...Time, description: "Clock of the service when it answered." });
const Clock = Type.String({
  ...Time,
  description: "The device's own clock when it sent this, without correction.",
});
const Battery = Type.Integer({ minimum: 0, maximum: 100 });
const Queued = Type.Integer({
  minimum: 0,
  maximum: SEQ_MAX,
  description: "Operations that the service has not acknowledged yet.",
});

/** What a code or an opening is for. */
export const USES = ["deposit", "collect", "operator"] as const;
export const Use = words(USES);
export type Use = Static<typeof Use>;

export const Door = words(["CLOSED", "OPEN", "UNKNOWN"], {
  description: "`UNKNOWN` where the board does not answer.",
});
export type Door = Static<typeof Door>;
/** `NONE` where a compartment has no sensor for its contents. */
export const Contents = words(["EMPTY", "FULL", "NONE", "UNKNOWN"], {
  description: "`NONE` without a sensor, `UNKNOWN` where it does not answer.",
});
export type Contents = Static<typeof Contents>;

/** What a person may say is wrong with a compartment that a code opened. */
export const PROBLEMS = ["wrong_door", "empty", "damaged", "not_closed", "wrong_size"] as const;
export type Problem = (typeof PROBLEMS)[number];

/** Operations from `from` to `to`, both included. */
export const Range = Type.Object({ from: Seq, to: Seq }, { $id: "LockerRange" });
export type Range = Static<typeof Range>;

/** Operations that the device no longer has. */
export const LostRange = Type.Object(
  {
    from: Seq,
    to: Seq,
    head: Type.Optional(
      Type.String({
        ...Hash,
        description:
          "Hash of the device's chain after `to`, from which the chain goes on; absent where the device does not know it.",
      }),
    ),
  },
  { $id: "LockerLostRange" },
);
export type LostRange = Static<typeof LostRange>;

// Provisioning

export const Provision = Type.Object(
  {
    type: message("provision"),
    protocol_version: Type.Literal(PROTOCOL_VERSION),
    claim_code: Type.String({
      pattern: "^[A-Za-z0-9-]{8,64}$",
      maxLength: 64,
      description: "Made by an operator, for one device.",
    }),
    serial: Type.String({ ...Code, description: "Printed on the device." }),
    public_key: Type.String({ ...Key, description: "Ed25519, 32 bytes, base64url without padding." }),
    model: Code,
    firmware: Version,
    capabilities: Type.Array(Word, {
      maxItems: 40,
      description:
        "`mqtt`, `door_sensor`, `contents_sensor`, `temperature`, `keypad`, `display`, `battery`, and words of the maker.",
    }),
    clock: Clock,
  },
  { $id: "LockerProvision" },
);
export type Provision = Static<typeof Provision>;

export const ProvisionAnswer = Type.Object(
  {
    type: message("provision_answer"),
    device_id: Type.Integer({ minimum: 1, maximum: SEQ_MAX }),
    epoch: Epoch,
    code_secret: Type.String({
      ...Key,
      description: "Secret of which the codes of each compartment are derived: 32 bytes, base64url.",
    }),
    server_time: ServerTime,
    heartbeat_s: Type.Integer({ minimum: 10, maximum: 3600, description: "Seconds between two heartbeats." }),
    mqtt: Type.Optional(
      Type.Object(
        {
          url: Type.String({
            maxLength: 200,
            description: "Broker, such as `mqtts://lockers.example:8883`.",
          }),
          topic_prefix: Type.String({
            maxLength: 200,
            description:
              "Tree of this device, without a slash at the end: `<prefix>/device/<business>/<device>`.",
          }),
        },
        { description: "Absent where the service has no broker: the device pulls its commands." },
      ),
    ),
    compartments: Type.Array(
      Type.Object({
        compartment_id: Type.Integer({ minimum: 1, maximum: SEQ_MAX }),
        code: CompartmentCode,
      }),
      { maxItems: COMPARTMENTS_MAX },
    ),
  },
  { $id: "LockerProvisionAnswer" },
);
export type ProvisionAnswer = Static<typeof ProvisionAnswer>;

// Operations

/** What devices report, with the details of each. */
export const DETAILS = {
  booted: Type.Object({
    boots: Type.Integer({
      minimum: 1,
      maximum: SEQ_MAX,
      description: "Starts since the device was provisioned.",
    }),
    firmware: Version,
    cause: words(["power", "command", "watchdog", "update", "unknown"]),
  }),
  power_lost: Type.Object({}),
  power_restored: Type.Object({}),
  network_lost: Type.Object({}),
  network_restored: Type.Object({}),
  clock_set: Type.Object({
    change_ms: Type.Integer({
      minimum: -SEQ_MAX,
      maximum: SEQ_MAX,
      description: "How far the corrected time moved, milliseconds; later is positive.",
    }),
  }),
  door_opened: Type.Object({
    cause: words(["command", "code", "operator", "forced"]),
    nonce: Type.Optional(Type.String({ ...Uuid, description: "Of the command." })),
    use: Type.Optional(Use),
    counter: Type.Optional(Seq),
  }),
  door_closed: Type.Object({ contents: Contents }),
  door_stuck: Type.Object({
    door: Type.Unsafe<Door>({
      ...Door,
      description: "What it is: `CLOSED` when the latch moved and it stayed shut.",
    }),
    nonce: Type.Optional(Uuid),
  }),
  contents_changed: Type.Object({ contents: Contents }),
  code_accepted: Type.Object({ use: Use, counter: Seq }),
  code_refused: Type.Object({
    why: words(["wrong", "ambiguous", "locked_out", "not_allowed", "no_board", "memory_full"]),
  }),
  deposit_confirmed: Type.Object({ by: words(["sensor", "person"]) }),
  deposit_aborted: Type.Object({ by: words(["sensor", "person"]) }),
  collect_confirmed: Type.Object({ by: words(["sensor", "person"]) }),
  collect_aborted: Type.Object({ by: words(["sensor", "person"]) }),
  problem_reported: Type.Object({ problem: words(PROBLEMS) }),
  fault: Type.Object({ code: Word }),
  fault_cleared: Type.Object({ code: Word }),
  temperature: Type.Object({ celsius: Type.Number({ minimum: -100, maximum: 200 }) }),
  battery: Type.Object({ percent: Battery }),
  firmware_updated: Type.Object({ from: Version, to: Version }),
  tampered: Type.Object({ what: Word }),
} as const satisfies Record<string, TSchema>;

export type Action = keyof typeof DETAILS;
export type Details<Name extends Action> = Static<(typeof DETAILS)[Name]>;

/** What a device drops first when its memory is full, the oldest first. */
export const TELEMETRY: ReadonlySet<string> = new Set<Action>([
  "temperature",
  "battery",
  "network_lost",
  "network_restored",
  "clock_set",
]);

export const Operation = Type.Object(
  {
    seq: Type.Integer({ minimum: 1, maximum: SEQ_MAX, description: "Without a gap from 1 in each epoch." }),
    action: Type.String({
      ...Word,
      description: "One of `DETAILS`, or a word of the maker, which is stored and changes nothing.",
    }),
    compartment: Type.Optional(CompartmentCode),
    occurred_at: Time,
    time_uncertain: Type.Optional(
      Type.Boolean({ description: "True when the device had not heard the time since it started." }),
    ),
    result: words(["ok", "failed", "unknown"]),
    actor: Type.Optional(
      words(["device", "courier", "recipient", "operator", "unknown"], {
        description: "Who did it, as far as the device can tell; the device itself when absent.",
      }),
    ),
    details: Type.Optional(
      Type.Record(
        Type.String({ pattern: "^[a-z][a-z0-9_]{0,39}$" }),
        Type.Union([Code, Type.Number(), Type.Boolean()]),
        {
          maxProperties: 20,
          description: "By action: see the guide. Texts are codes, not words for people.",
        },
      ),
    ),
  },
  { $id: "LockerOperation" },
);
export type Operation = Static<typeof Operation>;

/** An operation whose action the protocol defines, with its details. */
export type DefinedOperation = {
  [Name in Action]: Omit<Operation, "action" | "details"> & { action: Name; details: Details<Name> };
}[Action];

/**
 * The operation with the details that its action has; undefined for an action of the maker, and where the details are not
 * those of the action: such an operation is stored and changes nothing.
 */
export function readOperation(operation: Operation): DefinedOperation | undefined {
  const { action, details = {} } = operation;
  if (!Object.hasOwn(DETAILS, action) || !Value.Check(DETAILS[action as Action], details)) return undefined;
  return { ...operation, details } as DefinedOperation;
}

export const OperationsPush = Type.Object(
  {
    type: message("operations"),
    message_id: MessageId,
    epoch: Epoch,
    operations: Type.Array(Operation, { maxItems: OPERATIONS_MAX, description: "In order of `seq`." }),
    lost: Type.Optional(
      Type.Array(LostRange, {
        maxItems: RANGES_MAX,
        description: "Operations that the device no longer has.",
      }),
    ),
    queued: Queued,
    clock: Clock,
    head: Type.Optional(
      Type.String({ ...Hash, description: "Hash of the device's chain after the last of these operations." }),
    ),
  },
  { $id: "LockerOperationsPush" },
);
export type OperationsPush = Static<typeof OperationsPush>;

/** Everything up to `received_to` but what is in `missing` is stored: the device may forget it. */
export const OperationsAnswer = Type.Object(
  {
    type: message("operations_answer"),
    answers: Answers,
    epoch: Epoch,
    applied_seq: Type.Integer({ ...Seq, description: "Operations up to this one have taken effect." }),
    received_to: Type.Integer({ ...Seq, description: "The last operation that is stored." }),
    missing: Type.Array(Range, {
      maxItems: RANGES_MAX,
      description:
        "Operations before `received_to` that are not stored: the device sends them again, or reports them lost.",
    }),
    head: Type.Optional(
      Type.String({
        ...Hash,
        description: "Hash of the device's chain at `applied_seq`, as the service computes it.",
      }),
    ),
    server_time: ServerTime,
  },
  { $id: "LockerOperationsAnswer" },
);
export type OperationsAnswer = Static<typeof OperationsAnswer>;

// State

export const CompartmentState = Type.Object(
  { code: CompartmentCode, door: Door, contents: Contents, fault: Type.Optional(Word) },
  { $id: "LockerCompartmentState" },
);
export type CompartmentState = Static<typeof CompartmentState>;

/** The state of every compartment: at boot, on request, and when something changed. */
export const Snapshot = Type.Object(
  {
    type: message("snapshot"),
    message_id: MessageId,
    epoch: Epoch,
    seq: Type.Integer({
      ...Seq,
      description: "The last operation that this state includes; 0 before the first.",
    }),
    compartments: Type.Array(CompartmentState, { maxItems: COMPARTMENTS_MAX }),
    firmware: Version,
    battery_percent: Type.Optional(Battery),
    queued: Queued,
    clock: Clock,
  },
  { $id: "LockerSnapshot" },
);
export type Snapshot = Static<typeof Snapshot>;

export const Heartbeat = Type.Object(
  {
    type: message("heartbeat"),
    message_id: MessageId,
    epoch: Epoch,
    queued: Queued,
    battery_percent: Type.Optional(Battery),
    clock: Clock,
  },
  { $id: "LockerHeartbeat" },
);
export type Heartbeat = Static<typeof Heartbeat>;

/** The device ends the connection on purpose. With `queued` above 0 it has ended, but operations are still to come. */
export const Bye = Type.Object(
  {
    type: message("bye"),
    message_id: MessageId,
    epoch: Epoch,
    queued: Queued,
    reason: words(["reboot", "update", "sleep", "shutdown"]),
    clock: Clock,
  },
  { $id: "LockerBye" },
);
export type Bye = Static<typeof Bye>;

/** Answers a snapshot, a heartbeat, a bye and an ack. */
export const Receipt = Type.Object(
  { type: message("receipt"), answers: Answers, server_time: ServerTime },
  { $id: "LockerReceipt" },
);
export type Receipt = Static<typeof Receipt>;

// Commands

/** What devices are told to do, with the body of each. */
export const COMMAND_BODIES = {
  /** Moves the latch of a compartment once. */
  open: Type.Object({ use: Use }),
  /** What codes a compartment accepts from now on, and until when; in place of what was allowed before. */
  set_use: Type.Object({
    revision: Type.Integer({
      ...Seq,
      description:
        "Rises with each `set_use` of a compartment; one that is not higher than the last is refused.",
    }),
    uses: Type.Array(
      Type.Object({
        use: Use,
        counter: Type.Integer({ ...Seq, description: "Of the code that was issued last; lower ones end." }),
      }),
      { maxItems: USES.length },
    ),
    not_after: Type.Union([Time, Type.Null()], { description: "Null: until the next `set_use`." }),
  }),
  /** Ends the codes of a use up to a counter, such as that of a code that was issued again. */
  invalidate_codes: Type.Object({ use: Use, up_to: Seq }),
  snapshot: Type.Object({}),
  /** Operations that the service lacks. */
  resend: Type.Object({ ranges: Type.Array(Range, { minItems: 1, maxItems: RANGES_MAX }) }),
  reboot: Type.Object({}),
  /** Members that are absent stay as they are. */
  configure: Type.Object({
    heartbeat_s: Type.Optional(Type.Integer({ minimum: 10, maximum: 3600 })),
    door_open_limit_s: Type.Optional(
      Type.Integer({
        minimum: 10,
        maximum: 3600,
        description: "After it an open door is reported as stuck.",
      }),
    ),
    compartments: Type.Optional(
      Type.Array(CompartmentCode, { maxItems: COMPARTMENTS_MAX, description: "All of them." }),
    ),
  }),
} as const satisfies Record<string, TSchema>;

export type CommandKind = keyof typeof COMMAND_BODIES;
export type CommandBody<Kind extends CommandKind> = Static<(typeof COMMAND_BODIES)[Kind]>;

/** Kinds that concern one compartment and name it. */
export const KINDS_OF_COMPARTMENT: ReadonlySet<string> = new Set<CommandKind>([
  "open",
  "set_use",
  "invalidate_codes",
]);

export const Command = Type.Object(
  {
    type: message("command"),
    packet_id: Type.String({ ...Uuid, description: "A new one each time it is sent." }),
    nonce: Type.String({ ...Uuid, description: "Of the transaction: hardware moves once for it." }),
    kind: words(Object.keys(COMMAND_BODIES) as CommandKind[]),
    compartment: Type.Optional(CompartmentCode),
    expires_at: Type.String({ ...Time, description: "From then on the device does not carry it out." }),
    body: Type.Unsafe<Record<string, unknown>>({
      type: "object",
      additionalProperties: true,
      description: "By kind: see the guide.",
    }),
  },
  { $id: "LockerCommand" },
);
export type Command = Static<typeof Command>;

/** A command whose kind the protocol defines, with its body. */
export type DefinedCommand = {
  [Kind in CommandKind]: Omit<Command, "kind" | "body"> & { kind: Kind; body: CommandBody<Kind> };
}[CommandKind];

/** The command with the body that its kind has; undefined for another kind or body, which a device answers with `refused`. */
export function readCommand(command: Command): DefinedCommand | undefined {
  const { kind, body } = command;
  if (!Object.hasOwn(COMMAND_BODIES, kind) || !Value.Check(COMMAND_BODIES[kind], body)) return undefined;
  if (KINDS_OF_COMPARTMENT.has(kind) && command.compartment === undefined) return undefined;
  return command as DefinedCommand;
}

/** Answer of a pull: all open commands, those that were sent before with a new packet id. */
export const Commands = Type.Object(
  {
    type: message("commands"),
    commands: Type.Array(Command, { maxItems: COMMANDS_MAX }),
    server_time: ServerTime,
  },
  { $id: "LockerCommands" },
);
export type Commands = Static<typeof Commands>;

/**
 * `acked`: received and not carried out yet. `done`, `failed`: carried out. `expired`, `refused`: not carried out.
 * `unknown`: power was cut while it was carried out; nobody can tell, and it is not carried out again.
 */
export const ACK_STATUSES = ["acked", "done", "failed", "expired", "refused", "unknown"] as const;

export const Ack = Type.Object(
  {
    type: message("ack"),
    message_id: MessageId,
    nonce: Type.String({ ...Uuid, description: "Of the command." }),
    status: words(ACK_STATUSES),
    why: Type.Optional(
      Type.String({
        ...Word,
        description:
          "Of `failed` and `refused`: `unsupported`, `superseded`, `no_compartment`, `no_board`, `stuck`, `memory_full`.",
      }),
    ),
    result: Type.Optional(
      Type.Object({ door: Door, contents: Contents }, { description: "The compartment afterwards." }),
    ),
    seq: Type.Integer({
      ...Seq,
      description: "The device's last operation when the command ended; 0 before the first.",
    }),
    at: Time,
    clock: Clock,
  },
  { $id: "LockerAck" },
);
export type Ack = Static<typeof Ack>;

// Refusals and presence

/**
 * Over MQTT. Over HTTP a refusal has the body of all refusals of the service, whose `error_code`, `server_time` and
 * `answers` mean the same.
 */
export const Refusal = Type.Object(
  {
    type: message("refusal"),
    answers: Answers,
    error_code: Type.String({ pattern: "^[A-Z][A-Z0-9_]{0,59}$", maxLength: 60 }),
    server_time: ServerTime,
  },
  { $id: "LockerRefusal" },
);
export type Refusal = Static<typeof Refusal>;

/** The last will of a connection says `offline`; the device publishes `online` when it is connected. */
export const Presence = Type.Object(
  { type: message("presence"), status: words(["online", "offline"]) },
  { $id: "LockerPresence" },
);
export type Presence = Static<typeof Presence>;

/** What a device publishes on `messages`. Provisioning is over HTTP alone. */
export const DEVICE_MESSAGES = [OperationsPush, Snapshot, Heartbeat, Bye, Ack] as const;
export type DeviceMessage = OperationsPush | Snapshot | Heartbeat | Bye | Ack;

/** What the service publishes on `commands`. */
export const SERVICE_MESSAGES = [Command, OperationsAnswer, Receipt, Refusal] as const;
export type ServiceMessage = Command | OperationsAnswer | Receipt | Refusal;

// Addresses

/** Paths of HTTP. */
export const PATHS = {
  provision: "/api/v1/device-operations/provision",
  operations: "/api/v1/device-operations",
  snapshot: "/api/v1/device-operations/snapshot",
  heartbeat: "/api/v1/device-operations/heartbeat",
  bye: "/api/v1/device-operations/bye",
  commands: "/api/v1/device-operations/commands",
  ack: "/api/v1/device-operations/commands/{nonce}/ack",
} as const;

/** The tree of one device, below which its topics are. */
export function buildTopicPrefix(prefix: string, business_id: number, device_id: number): string {
  return `${prefix}/device/${business_id}/${device_id}`;
}

/** Names of the three topics below the tree of a device. */
export const TOPICS = {
  /** From the service, with quality of service 1. */
  commands: "commands",
  /** From the device, with quality of service 1. */
  messages: "messages",
  /** Retained. */
  presence: "presence",
} as const;

/** Key id of signatures, user name and issuer of tokens. */
export function buildKeyId(device_id: number): string {
  return `device:${device_id}`;
}

/** The id of a device; undefined where the text is none. */
export function readKeyId(text: string): number | undefined {
  const digits = /^device:([1-9][0-9]{0,15})$/.exec(text)?.[1];
  const id = Number(digits);
  return digits !== undefined && Number.isSafeInteger(id) ? id : undefined;
}
