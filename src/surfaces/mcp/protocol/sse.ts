/**
 * One HTTP response, as JSON or as an event stream. It is JSON until a message has to be sent before the end; then
 * it becomes a stream, if the client accepts one.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import { acceptsGzip, compressParts } from "./compressed-parts.ts";
import type { Parts } from "./json-rpc.ts";

export class Channel {
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  #is_open = false;
  #is_gone = false;

  constructor(request: FastifyRequest, reply: FastifyReply) {
    this.#request = request;
    this.#reply = reply;
  }

  get is_open(): boolean {
    return this.#is_open;
  }

  get can_stream(): boolean {
    return this.#request.headers.accept?.includes("text/event-stream") ?? false;
  }

  /** Sends one message before the response; false when the client accepts no streams or has disconnected. */
  send(message: string): boolean {
    if (!this.#is_open && !this.open()) return false;
    if (this.#is_gone) return false;
    // A line break in JSON text is white space only; in an event it would start another field.
    const line = /[\r\n]/.test(message) ? message.replace(/[\r\n]+/g, " ") : message;
    this.#reply.raw.write(`event: message\ndata: ${line}\n\n`);
    return true;
  }

  /** Turns the response into a stream now; false when the client accepts none. */
  open(): boolean {
    if (this.#is_open) return true;
    if (!this.can_stream) return false;
    this.#is_open = true;
    this.#reply.hijack();
    const { raw } = this.#reply;
    raw.once("close", () => {
      this.#is_gone = true;
    });
    raw.writeHead(200, {
      ...(this.#reply.getHeaders() as Record<string, string>),
      "content-type": "text/event-stream",
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
    });
    raw.flushHeaders();
    return true;
  }

  /**
   * Sends the whole response as JSON. Bypasses Fastify's `send`, which takes one chunk, so the list would be copied
   * for every caller; headers set before are sent, `onSend` hooks do not run.
   */
  sendParts(answer: Parts): void {
    this.#reply.hijack();
    const { raw } = this.#reply;
    const { head, bytes, tail } = answer;
    const is_compressed = acceptsGzip(this.#request.headers["accept-encoding"], answer);
    const parts = is_compressed ? compressParts(answer) : [head, bytes, tail];
    // A copy that this method may change.
    const headers = this.#reply.getHeaders() as Record<string, string | number>;
    const { vary } = headers;
    headers["content-type"] = "application/json; charset=utf-8";
    if (is_compressed) headers["content-encoding"] = "gzip";
    headers["vary"] = vary === undefined ? "accept-encoding" : `${vary}, accept-encoding`;
    headers["content-length"] = parts.reduce((length, part) => length + Buffer.byteLength(part), 0);
    raw.cork();
    raw.writeHead(200, headers);
    for (const part of parts) raw.write(part);
    raw.end();
  }

  /** Runs `action` once when the client disconnects, or at once if it already has. */
  onGone(action: () => void): void {
    if (this.#reply.raw.destroyed) action();
    else this.#reply.raw.once("close", action);
  }

  /** Ends an open stream without a response. */
  abandon(): void {
    this.#reply.raw.destroy();
  }

  /** Sends the last message of an open stream. */
  end(message: string): void {
    this.send(message);
    if (!this.#is_gone) this.#reply.raw.end();
  }
}
