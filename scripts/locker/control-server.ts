/**
 * The port of the simulator, on this machine alone: the screens of its kiosks, and commands. What a screen and its firmware say
 * to each other is that of packages/locker-protocol/README.md, "Screen".
 */
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { Value } from "typebox/value";
import {
  readScreenInput,
  SCREEN_INPUTS,
  SCREEN_PATHS,
  type ScreenBody,
  type ScreenInput,
} from "#locker-protocol/screen.ts";
import { COMMANDS, CommandError, runCommand } from "./commands.ts";
import type { SimulatedLocker } from "./simulated-locker.ts";

const DIST = path.resolve(import.meta.dirname, "../../console/dist");
const BODY_MAX = 10_000;
/** A screen that hears nothing for longer knows that its firmware is gone. */
const PING_MS = 5000;

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
};

const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "media-src 'self' blob:",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

class HttpError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Where it listens; port 0 takes any. */
export async function startControlServer(
  lockers: readonly SimulatedLocker[],
  port: number,
): Promise<{ server: Server; base_url: string }> {
  const server = createServer((request, response) => {
    handle(lockers, request, response).catch((error: unknown) => {
      const status = error instanceof HttpError ? error.status : error instanceof CommandError ? 422 : 500;
      if (status === 500) console.error(error);
      const message = status === 500 ? "It failed." : (error as Error).message;
      if (response.headersSent) response.destroy();
      else sendJson(response, status, { result: false, message });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return { server, base_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function handle(
  lockers: readonly SimulatedLocker[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  refuseOtherSites(request);
  const { pathname } = new URL(request.url ?? "/", "http://localhost");
  const method = request.method ?? "GET";
  response.setHeader("x-content-type-options", "nosniff");
  response.setHeader("referrer-policy", "no-referrer");
  if (method === "GET" && pathname === "/") {
    sendJson(response, 200, {
      lockers: lockers.map(({ facts, serial, has_power }) => ({
        ...facts,
        has_power,
        screen: `/${serial}/`,
      })),
      commands: Object.entries(COMMANDS).map(([name, { form, about }]) => ({ name, form, about })),
    });
    return;
  }
  if (pathname === "/commands") {
    if (method !== "POST") throw new HttpError(405, "Post a command.");
    const { command } = (await readBody(request)) as { command?: unknown };
    if (typeof command !== "string") throw new HttpError(422, 'Send { "command": "network RODO-1 off 10" }.');
    sendJson(response, 200, { result: true, message: await runCommand(lockers, command) });
    return;
  }
  const [, serial = "", ...rest] = pathname.split("/");
  const locker = lockers.find((one) => one.serial === decodeURIComponent(serial));
  if (locker === undefined) {
    await sendFile(response, pathname);
    return;
  }
  const address = rest.join("/");
  if (method === "GET" && pathname === `/${serial}`) {
    response.writeHead(308, { location: `/${serial}/` }).end();
    return;
  }
  if (method === "GET" && address === "") {
    await sendFile(response, "/kiosk.html");
    return;
  }
  if (method === "GET" && address === SCREEN_PATHS.events) {
    sendStates(locker, request, response);
    return;
  }
  const kind = (Object.keys(SCREEN_INPUTS) as ScreenInput[]).find((one) => SCREEN_PATHS[one] === address);
  if (kind === undefined) throw new HttpError(404, "There is nothing at this address.");
  if (method !== "POST") throw new HttpError(405, "Post it.");
  await takeInput(locker, kind, await readBody(request), response);
}

async function takeInput<Kind extends ScreenInput>(
  locker: SimulatedLocker,
  kind: Kind,
  body: unknown,
  response: ServerResponse,
): Promise<void> {
  if (!Value.Check(SCREEN_INPUTS[kind], body)) {
    const [error] = Value.Errors(SCREEN_INPUTS[kind], body);
    throw new HttpError(422, `${error?.instancePath ?? ""} ${error?.message ?? "is wrong"}`.trim());
  }
  if (!locker.has_power) throw new HttpError(503, "The device has no power.");
  if (kind === "leave") await locker.leave();
  else await locker.give(readScreenInput(kind, body as ScreenBody<Kind>, locker.clock));
  sendJson(response, 200, locker.screen ?? {});
}

/** A page of another site must neither open doors nor read what happens, also not under a name that leads here. */
function refuseOtherSites({ headers, method }: IncomingMessage): void {
  const host = (headers.host ?? "").replace(/:\d+$/, "");
  if (host !== "127.0.0.1" && host !== "localhost") throw new HttpError(403, "Call it by 127.0.0.1.");
  if (headers.origin !== undefined && headers.origin !== `http://${headers.host}`)
    throw new HttpError(403, "Pages of other sites may not call it.");
  if (method === "POST" && headers["content-type"]?.split(";")[0] !== "application/json")
    throw new HttpError(415, "Send application/json.");
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  let text = "";
  for await (const chunk of request) {
    text += chunk;
    if (text.length > BODY_MAX) throw new HttpError(413, "The body is too long.");
  }
  try {
    const body: unknown = JSON.parse(text || "{}");
    if (typeof body === "object" && body !== null) return body;
  } catch {}
  throw new HttpError(400, "The body is no JSON object.");
}

function sendStates(locker: SimulatedLocker, request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
  let last_text = "";
  const send = () => {
    const state = locker.screen;
    if (state === undefined) {
      // The screen of a device without power is dark.
      response.end();
      return;
    }
    const text = JSON.stringify(state);
    if (text === last_text) return;
    last_text = text;
    response.write(`data: ${text}\n\n`);
  };
  const stopListening = locker.onChange(send);
  const pinging = setInterval(() => response.write(": still here\n\n"), PING_MS);
  request.on("close", () => {
    stopListening();
    clearInterval(pinging);
  });
  send();
}

/** Of the console's build: the page of the kiosk and what it loads. */
async function sendFile(response: ServerResponse, address: string): Promise<void> {
  const file = path.join(DIST, path.posix.normalize(decodeURIComponent(address)));
  const is_asset = file.startsWith(path.join(DIST, "assets") + path.sep);
  const is_page = file === path.join(DIST, "kiosk.html") || file === path.join(DIST, "icon.svg");
  const bytes = is_asset || is_page ? await readFile(file).catch(() => undefined) : undefined;
  if (bytes === undefined)
    throw new HttpError(
      404,
      address === "/kiosk.html"
        ? "The page of the kiosk is not built: npm run build:console."
        : "There is nothing at this address.",
    );
  response.writeHead(200, {
    "content-type": TYPES[path.extname(file)] ?? "application/octet-stream",
    "cache-control": is_asset ? "max-age=31536000, immutable" : "no-store",
    "content-security-policy": POLICY,
  });
  response.end(bytes);
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
  });
  response.end(JSON.stringify(body));
}
