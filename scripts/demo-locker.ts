/**
 * `npm run demo:locker [-- --traffic]`: lockers of the demo as devices, between a running service and the people before their
 * doors, with faults on command. They are provisioned once; what they know is in a folder, and a restart goes on from there.
 */
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import type { Operation } from "#locker-protocol/messages.ts";
import { readConfig } from "../src/config.ts";
import { type FileLock, takeFileLock } from "../src/platform/processes/lock-file.ts";
import {
  CommandError,
  describeCommands,
  describeLocker,
  isNobodyThere,
  runCommand,
  setNobodyThere,
} from "./locker/commands.ts";
import { startControlServer } from "./locker/control-server.ts";
import { type Connection, type ConnectionOptions, HttpConnection } from "./locker/http-connection.ts";
import { FIRMWARE, type Installation, installLocker } from "./locker/install.ts";
import { MqttConnection } from "./locker/mqtt-connection.ts";
import { followDoors } from "./locker/people.ts";
import { SimulatedLocker } from "./locker/simulated-locker.ts";
import { runTraffic } from "./locker/traffic.ts";
import { base_url, exitWithError, Service } from "./service.ts";

const DEMO_LOCKERS = ["RODO-1", "ASAN-1", "SUDO-1"];

const HELP = `npm run demo:locker [-- options]: simulated lockers.

  --url <address>        of the service (${base_url})
  --locker <serial>      which locker of the business, may be repeated (${DEMO_LOCKERS.join(", ")})
  --lockers <number>     so many lockers SIM-001, SIM-002 and on, which are created where they are missing
  --folder <folder>      where devices keep what survives their power (data/lockers)
  --port <number>        of screens and commands, on this machine alone (18300; 0 takes any)
  --http                 pull commands although the service has a broker
  --poll <seconds>       between two pulls (2)
  --again                provision them again, as after a loss of their memory
  --traffic [--pace 6]   couriers deposit and recipients collect; the pace is deposits a minute
  --no-people            doors stay as they are until you put, take and close
  --quiet                do not print what the devices record
  --language <locale>    of the screens' start page (that of the business)
  --support <phone>      whom the screens tell people to call
  --email, --password    of an administrator of the business (admin@rounds.example)

Commands, at the prompt or as POST /commands { "command": "network RODO-1 off 10" }; the locker may be all:

${describeCommands()}
`;

const { values } = parseArgs({
  options: {
    help: { type: "boolean", short: "h", default: false },
    url: { type: "string", default: base_url },
    locker: { type: "string", multiple: true, default: DEMO_LOCKERS },
    lockers: { type: "string" },
    folder: { type: "string", default: path.join(readConfig(process.env, []).data_dir, "lockers") },
    port: { type: "string", default: "18300" },
    http: { type: "boolean", default: false },
    poll: { type: "string", default: "2" },
    again: { type: "boolean", default: false },
    traffic: { type: "boolean", default: false },
    pace: { type: "string", default: "6" },
    people: { type: "boolean", default: true },
    quiet: { type: "boolean", default: false },
    language: { type: "string" },
    support: { type: "string" },
    email: { type: "string", default: "admin@rounds.example" },
    password: { type: "string", default: "packhorse-demo" },
  },
  allowNegative: true,
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}

function readNumber(name: string, text: string, [least, most]: readonly [number, number]): number {
  const value = Number(text);
  if (!(value >= least && value <= most))
    exitWithError(`--${name} is a number from ${least} to ${most}, not ${text}.`);
  return value;
}

const port = readNumber("port", values.port, [0, 65_535]);
const poll_ms = readNumber("poll", values.poll, [0.2, 3600]) * 1000;
const pace = readNumber("pace", values.pace, [0.1, 600]);
const count = values.lockers === undefined ? 0 : readNumber("lockers", values.lockers, [1, 2000]);
const serials =
  count === 0
    ? values.locker
    : Array.from({ length: count }, (_, at) => `SIM-${String(at + 1).padStart(3, "0")}`);

let signed_in: Promise<Service> | undefined;
const getService = () => {
  signed_in ??= (async () => {
    const service = new Service(values.url);
    await service.signIn(values.email, values.password);
    return service;
  })();
  return signed_in;
};

const folder = path.resolve(values.folder);
const lock = await lockFolder(folder);
const devices: { locker: SimulatedLocker; locker_id: number }[] = [];
for (const serial of serials) {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(serial))
    exitWithError(`${serial} is no serial: letters, digits, dots, dashes and underscores.`);
  const installed = await installLocker({
    folder,
    serial,
    getService,
    again: values.again,
    creates: count > 0,
  });
  if (installed === undefined)
    exitWithError(`The business has no locker with the serial ${serial}: name others with --locker.`);
  const { installation, flash, flash_file, cabinet } = installed;
  const print = (line: string) => console.log(`${new Date().toTimeString().slice(0, 8)} ${serial} ${line}`);
  const locker = new SimulatedLocker({
    base_url: values.url.replace(/\/+$/, ""),
    facts: {
      serial,
      name: installation.name,
      support_phone: values.support ?? null,
      locale: values.language ?? installation.locale,
    },
    private_key: Buffer.from(installation.private_key, "base64url"),
    flash,
    flash_file,
    cabinet,
    firmware: FIRMWARE,
    poll_ms,
    connect: (options) => connect(installation, options),
    onOperation: (operation) => {
      if (!values.quiet) print(describeOperation(operation));
    },
    onNotice: print,
  });
  setNobodyThere(locker, !values.people);
  followDoors(locker, () => isNobodyThere(locker));
  devices.push({ locker, locker_id: installation.locker_id });
}
const lockers = devices.map(({ locker }) => locker);

const control = await startControlServer(lockers, port).catch((error: NodeJS.ErrnoException) =>
  exitWithError(
    error.code === "EADDRINUSE"
      ? `Port ${port} is in use: name another one with --port.`
      : `Port ${port} cannot be used: ${error.message}`,
  ),
);
await Promise.all(lockers.map((locker) => locker.restorePower()));
for (const { serial, facts } of lockers.slice(0, 10))
  console.log(`${serial}, ${facts.name}: ${control.base_url}/${serial}/`);
if (lockers.length > 10) console.log(`… and ${lockers.length - 10} more.`);
console.log("Type help for what can go wrong. Ctrl-C stops; a restart goes on from here.");

let stopping = false;
const traffic = values.traffic
  ? runTraffic({
      service: await getService(),
      lockers: devices,
      deposits_per_min: pace,
      stopped: () => stopping,
      onProgress: ({ deposited, collected, failed, full }) =>
        console.log(`${deposited} deposited, ${collected} collected, ${failed} failed, ${full} times full.`),
    })
  : undefined;
traffic?.catch((error: Error) => exitWithError(`The traffic ended: ${error.message}`));

const prompt = createInterface({ input: process.stdin });
prompt.on("line", (line) => {
  if (line.trim() === "") return;
  if (line.trim() === "help") {
    console.log(describeCommands());
    return;
  }
  if (line.trim() === "state") {
    for (const locker of lockers) console.log(describeLocker(locker));
    return;
  }
  runCommand(lockers, line).then(console.log, (error: Error) => {
    if (!(error instanceof CommandError)) throw error;
    console.log(error.message);
  });
});

const stop = async () => {
  if (stopping) process.exit(1);
  stopping = true;
  prompt.close();
  control.server.closeAllConnections();
  control.server.close();
  await Promise.all(lockers.map((locker) => locker.stop()));
  await lock.release();
  process.exit(0);
};
process.on("SIGINT", () => void stop());
process.on("SIGTERM", () => void stop());

/** Two programs that were the same devices would overwrite what each stores. The lock ends with the process, killed or not. */
async function lockFolder(folder: string): Promise<FileLock> {
  const result = await mkdir(folder, { recursive: true, mode: 0o700 }).then(
    () => takeFileLock(path.join(folder, "simulator")),
    (cause: Error) => ({ failure: { kind: "unwritable" as const, cause } }),
  );
  if ("lock" in result) return result.lock;
  const { failure } = result;
  return exitWithError(
    failure.kind === "in_use"
      ? `The lockers of ${folder} are simulated by ${failure.by}: stop it, or name another folder with --folder.`
      : `${folder} cannot be locked: ${(failure.cause as Error).message}. Name a folder that you may write with --folder.`,
  );
}

function connect({ mqtt, public_key }: Installation, options: ConnectionOptions): Connection {
  return mqtt == null || values.http
    ? new HttpConnection(options)
    : new MqttConnection({ ...options, ...mqtt, public_key: Buffer.from(public_key, "base64url") });
}

function describeOperation({ seq, action, compartment, result, details = {} }: Operation): string {
  const facts = Object.entries(details)
    .filter(([name]) => name !== "nonce")
    .map(([name, value]) => `${name} ${value}`);
  return [`#${seq} ${action}`, compartment ?? "", facts.join(", "), result === "ok" ? "" : `(${result})`]
    .filter(Boolean)
    .join(" ");
}
