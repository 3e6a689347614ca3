/** One MCP request: its caller, its protocol era, and the channel for messages before the response. */
import type { FastifyRequest } from "fastify";
import type { CallUnderWay } from "./calls-under-way.ts";
import { type Envelope, META } from "./era.ts";
import {
  type Id,
  isObject,
  type Members,
  notificationText,
  type Request,
  type Response,
} from "./json-rpc.ts";
import type { CallContext, Connection } from "./server.ts";
import type { Channel } from "./sse.ts";

const NAME_MAX = 300;
const PLAIN = /^[ -~]{0,300}$/;

export class Call implements CallContext {
  readonly request: FastifyRequest;
  readonly connection: Connection;
  readonly id: Id;
  readonly method: string;
  readonly params: Record<string, unknown>;
  readonly #envelope: Envelope;
  /** Null inside a batch, whose responses are sent together. */
  readonly channel: Channel | null;
  /** Null where the client cannot cancel it. */
  under_way: CallUnderWay | null = null;

  constructor(
    request: FastifyRequest,
    connection: Connection,
    rpc_request: Request,
    envelope: Envelope,
    channel: Channel | null,
  ) {
    this.request = request;
    this.connection = connection;
    this.id = rpc_request.id;
    this.method = rpc_request.method;
    this.params = rpc_request.params;
    this.#envelope = envelope;
    this.channel = channel;
  }

  get cancelled(): AbortSignal | null {
    return this.under_way?.signal ?? null;
  }

  get era(): "modern" | "legacy" {
    return this.#envelope.era;
  }

  get protocol_version(): string | undefined {
    return this.#envelope.protocol_version;
  }

  get client_capabilities(): Record<string, unknown> | undefined {
    return this.#envelope.client_capabilities;
  }

  get input_responses(): unknown {
    return this.params.inputResponses;
  }

  get request_state(): unknown {
    return this.params.requestState;
  }

  /** The envelope and any other `_meta` member the client sent. */
  get meta(): Record<string, unknown> {
    return isObject(this.params._meta) ? this.params._meta : {};
  }

  /** What the program calls itself: of this request, where the era has it, else of its HTTP client. */
  get client_name(): string {
    const { name, version } = (this.meta[META.client_info] ?? {}) as { name?: unknown; version?: unknown };
    const words = [name, version].filter((word) => typeof word === "string").join("/");
    const text = typeof name === "string" ? words : String(this.request.headers["user-agent"] ?? "");
    // Of any text that a program sends, only what can be stored.
    return PLAIN.test(text) ? text : text.replaceAll(/\p{C}/gu, "").slice(0, NAME_MAX);
  }

  get wants_progress(): boolean {
    return this.meta.progressToken !== undefined && (this.channel?.can_stream ?? false);
  }

  progress(finished_count: number, total?: number, message?: string): void {
    const { progressToken } = this.meta;
    if (progressToken === undefined) return;
    this.notify("notifications/progress", { progressToken, progress: finished_count, total, message });
  }

  /** False when the client cannot receive notifications. */
  notify(method: string, params: Record<string, unknown>): boolean {
    return this.channel?.send(notificationText(method, params)) ?? false;
  }
}

export interface Answer {
  /** Members of the `_meta` of the result. */
  meta?: Readonly<Record<string, unknown>>;
  members: Members;
  /** Modern era: the type of the result. */
  result_type?: "complete" | "input_required" | "task";
  /** Modern era: lists and resources state how long they may be cached. */
  is_cacheable?: boolean;
  /** Says what the server is, in full. */
  is_introduction?: boolean;
  /** Not to be kept at all, although lists say how long they are. */
  is_fleeting?: boolean;
}

export type Method = (call: Call) => Answer | Promise<Answer>;

/** The methods and capabilities of an endpoint, per era. */
export interface EndpointMethods {
  /** For `initialize` and `server/discover`. */
  capabilities: Record<"modern" | "legacy", Record<string, unknown>>;
  methods: Record<"modern" | "legacy", Record<string, Method>>;
  /** The client responded to a request that one of the methods sent on its stream. */
  onResponse?(response: Response): void;
  /** The app is closing: end streams that would stay open. */
  close?(): void;
}
