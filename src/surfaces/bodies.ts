/**
 * Limits the memory used by request bodies, over all connections of the process, and the time a body may take.
 *
 * Bytes count from their arrival until the request is answered. Callers without a valid token share a quarter, so
 * that they cannot block callers with one. A body that arrives complete with its headers is not counted, and
 * neither are the first bytes of the others: the connection itself costs as much.
 */
import type { IncomingMessage } from "node:http";
import { Transform } from "node:stream";
import type { FastifyInstance } from "fastify";
import { Refusal } from "#operation/define/refusal.ts";
import { refusals } from "#operation/response/platform-messages.ts";

export interface BodySettings {
  /** Bytes of all bodies being read or processed. */
  bytes_max: number;
  /** Time every body may take, in addition to the time its bytes need at `BYTES_PER_S_MIN`. */
  grace_ms: number;
}

/** What the headers of a request determine about its body. */
interface BodyLimits {
  /** The caller is anonymous: no token, or an invalid one. */
  is_anonymous: boolean;
  /** Overrides the route's body limit, where that is larger. */
  bytes_max?: number;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Null until a surface has authenticated the caller, who counts as anonymous until then. */
    body_limits: BodyLimits | null;
  }
}

const MIB = 1024 * 1024;

export const BODY_SETTINGS: BodySettings = { bytes_max: 128 * MIB, grace_ms: 20_000 };

/** Limit for anonymous callers of GraphQL and MCP, whose public operations need no more. */
export const ANONYMOUS_BYTES_MAX = 256 * 1024;

/** The largest body of a public route (the validator's) must fit into the anonymous callers' share. */
const ANONYMOUS_SHARE_MIN = 16 * MIB;
const UNCOUNTED_BYTES = 16 * 1024;
/** Senders slower than 64 kbit/s are disconnected. */
const BYTES_PER_S_MIN = 8 * 1024;
const CHECK_INTERVAL_MS = 1000;
/** How long the rest of a refused body is read and discarded, so that the sender can read the response. */
const DISCARD_MS = 5000;

/** Registered before every other hook, so that what they learn about the caller is known when the body is read. */
export function registerBodyLimits(app: FastifyInstance, settings: BodySettings = BODY_SETTINGS): void {
  const share = Math.max(settings.bytes_max / 4, ANONYMOUS_SHARE_MIN);
  const held = { all: 0, anonymous: 0 };
  const incoming = new Set<IncomingBody>();
  app.decorateRequest("body_limits", null);
  app.addHook("preParsing", (request, reply, payload, done) => {
    const { raw } = request;
    const terms = request.body_limits ?? { is_anonymous: true };
    const declared = Number(request.headers["content-length"] ?? Number.NaN);
    if (declared > (terms.bytes_max ?? Number.POSITIVE_INFINITY)) {
      reply.header("connection", "close");
      done(tooLarge());
      return;
    }
    const is_empty =
      declared === 0 || (Number.isNaN(declared) && raw.headers["transfer-encoding"] === undefined);
    if (is_empty || raw.complete) {
      done(null, payload);
      return;
    }
    // What came in one packet with the headers has been parsed by then: most bodies need no stream of their own.
    setImmediate(() => {
      if (raw.complete) {
        done(null, payload);
        return;
      }
      let is_closed = false;
      const body = new IncomingBody(terms, (bytes) => {
        // Chunks that were read before the connection closed may still pass; nobody would subtract them.
        if (is_closed) return true;
        if (held.all + bytes > settings.bytes_max) return false;
        if (terms.is_anonymous && held.anonymous + bytes > share) return false;
        held.all += bytes;
        if (terms.is_anonymous) held.anonymous += bytes;
        return true;
      });
      incoming.add(body);
      body.once("close", () => incoming.delete(body));
      // The sender disconnected; the partial body is useless.
      raw.once("close", () => {
        if (!raw.complete) body.destroy();
      });
      reply.raw.once("close", () => {
        is_closed = true;
        incoming.delete(body);
        held.all -= body.held;
        if (terms.is_anonymous) held.anonymous -= body.held;
        body.held = 0;
      });
      done(null, payload.pipe(body));
    });
  });
  app.addHook("onSend", ({ raw }, reply, _payload, done) => {
    if (!raw.complete && reply.getHeader("connection") === "close") discardBeforeClosing(raw);
    done();
  });
  const timer = setInterval(() => {
    const now = performance.now();
    for (const body of incoming) body.refuseWhenSlow(now, settings.grace_ms);
  }, CHECK_INTERVAL_MS);
  timer.unref();
  app.addHook("onClose", async () => clearInterval(timer));
}

/**
 * A connection that is closed while its sender still sends is reset, and the sender sees the reset instead of the
 * response (RFC 9112, section 9.6): the service's side is ended first, and the rest of the body is discarded.
 */
function discardBeforeClosing(raw: IncomingMessage): void {
  const { socket } = raw;
  // The HTTP server calls this once the last response of a connection is written.
  socket.destroySoon = () => {
    socket.end();
    raw.resume();
    const limit = setTimeout(() => socket.destroy(), DISCARD_MS);
    socket.once("close", () => clearTimeout(limit));
  };
}

class IncomingBody extends Transform {
  readonly #terms: BodyLimits;
  readonly #take: (bytes: number) => boolean;
  readonly #started = performance.now();
  #received = 0;
  /** Bytes of it that count towards the limit. */
  held = 0;

  constructor(terms: BodyLimits, take: (bytes: number) => boolean) {
    super();
    this.#terms = terms;
    this.#take = take;
  }

  override _transform(
    chunk: Buffer,
    _encoding: string,
    done: (error?: Error | null, chunk?: Buffer) => void,
  ): void {
    this.#received += chunk.length;
    if (this.#received > (this.#terms.bytes_max ?? Number.POSITIVE_INFINITY)) {
      done(tooLarge());
      return;
    }
    const counted = Math.max(0, this.#received - UNCOUNTED_BYTES) - this.held;
    if (counted > 0 && !this.#take(counted)) {
      done(tooMuchAtOnce());
      return;
    }
    this.held += Math.max(0, counted);
    done(null, chunk);
  }

  refuseWhenSlow(now: number, grace_ms: number): void {
    const allowed_ms = grace_ms + (this.#received / BYTES_PER_S_MIN) * 1000;
    if (now - this.#started > allowed_ms) this.destroy(tooSlow());
  }
}

/** The HTTP server's own error, so that each surface phrases it like its own limit. */
function tooLarge(): Error {
  return Object.assign(new Error("The body is too large."), {
    statusCode: 413,
    code: "FST_ERR_CTP_BODY_TOO_LARGE",
  });
}

function tooMuchAtOnce(): Refusal {
  return withStatus(
    new Refusal("busy", "unavailable", {
      message: refusals.too_much_sent,
      extra: { retry_after_s: 1 },
      headers: { "retry-after": "1" },
    }),
  );
}

function tooSlow(): Refusal {
  return withStatus(new Refusal("body_timeout", "timeout", { message: refusals.body_timeout }));
}

/** The HTTP server sets a status of its own on errors that have none. */
function withStatus(refusal: Refusal): Refusal {
  return Object.assign(refusal, { statusCode: refusal.status });
}
