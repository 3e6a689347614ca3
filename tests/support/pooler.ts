/**
 * A connection pooler in front of PostgreSQL, with the relevant behaviour: settings of the startup packet are
 * dropped, and in transaction mode a server connection is returned to the pool after each transaction.
 */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { after } from "node:test";
import pg from "pg";

export interface Pooler {
  /** The database of `config`, through the pooler. */
  config: pg.ClientConfig;
}

export interface PoolerOptions {
  mode: "session" | "transaction";
  /** Alters what a client sends, for example to drop a statement; the length stays the same. */
  change?: (text: string) => string;
}

/** A message of PostgreSQL's protocol: its type (empty for the first of a client) and all of its bytes. */
interface Message {
  type: string;
  bytes: Buffer;
}

/** Cuts a stream into messages; the first one of a client has no type. */
function messages(hear: (message: Message) => void, typed = true): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let has_type = typed;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const head = has_type ? 1 : 0;
      if (rest.length < head + 4) return;
      const length = head + rest.readInt32BE(head);
      if (rest.length < length) return;
      const bytes = rest.subarray(0, length);
      rest = rest.subarray(length);
      const type = has_type ? String.fromCharCode(bytes[0] as number) : "";
      has_type = true;
      hear({ type, bytes });
    }
  };
}

function packet(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
}

const startup = (user: string, database: string) =>
  packet("", Buffer.from([0, 3, 0, 0]), Buffer.from(`user\0${user}\0database\0${database}\0\0`));
const READY = "Z";

/** A connection of the server, ready for a transaction. */
interface Server {
  socket: Socket;
  hear: (message: Message) => void;
}

export async function openPooler(config: pg.ClientConfig, options: PoolerOptions): Promise<Pooler> {
  const { host, port, user = "postgres", database = "postgres" } = new pg.Client(config);
  const sockets = new Set<Socket>();
  const idle: Server[] = [];
  let clients = 0;

  async function openServer(): Promise<Server> {
    const socket = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    sockets.add(socket);
    socket.on("error", () => {});
    const { promise, resolve } = Promise.withResolvers<void>();
    const server: Server = { socket, hear: ({ type }) => type === READY && resolve() };
    socket.on(
      "data",
      messages((message) => server.hear(message)),
    );
    socket.write(startup(user, database));
    await promise;
    return server;
  }

  function serve(client: Socket): void {
    let server: Promise<Server> | undefined;
    /** Pending responses that end in READY. */
    let owed = 0;
    clients += 1;
    const made_up = Buffer.alloc(8, clients % 128);
    sockets.add(client);
    client.on("error", () => {});
    client.on("close", async () => (await server)?.socket.destroy());
    const changed = (bytes: Buffer) =>
      options.change === undefined ? bytes : Buffer.from(options.change(bytes.toString("latin1")), "latin1");

    const take = async () => {
      const connection = idle.pop() ?? (await openServer());
      connection.hear = ({ type, bytes }) => {
        client.write(bytes);
        if (type !== READY) return;
        owed -= 1;
        const is_idle = bytes.at(-1) === "I".charCodeAt(0);
        if (options.mode === "session" || owed > 0 || !is_idle) return;
        server = undefined;
        idle.push(connection);
      };
      return connection;
    };

    client.on(
      "data",
      messages(async ({ type, bytes }) => {
        if (type === "") {
          client.write(
            Buffer.concat([
              packet("R", Buffer.alloc(4)),
              packet("S", Buffer.from("server_version\x0015.0\0")),
              packet("S", Buffer.from("client_encoding\0UTF8\0")),
              packet("K", made_up),
              packet(READY, Buffer.from("I")),
            ]),
          );
          return;
        }
        if (type === "X") {
          client.end();
          return;
        }
        if (type === "Q" || type === "S") owed += 1;
        server ??= take();
        const connection = await server;
        connection.socket.write(changed(bytes));
      }, false),
    );
  }

  const listener = createServer(serve).listen(0, "127.0.0.1");
  await once(listener, "listening");
  after(() => {
    listener.close();
    for (const socket of sockets) socket.destroy();
  });
  return {
    config: { host: "127.0.0.1", port: (listener.address() as AddressInfo).port, user, database },
  };
}
