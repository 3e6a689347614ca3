/**
 * Makes lockers known to the service, as an operator and whoever installs them do: a claim code is made, and the device shows it
 * with its key. What it learns is in a folder of its own, so that the next start goes on where this one ended.
 */
import { generateKeyPairSync } from "node:crypto";
import path from "node:path";
import { buildFlash, buildProvision, type Flash } from "#locker-protocol/firmware/device-state.ts";
import { PATHS, type ProvisionAnswer, type Use } from "#locker-protocol/messages.ts";
import type { Service } from "../service.ts";
import { type Box, Cabinet, type CabinetState } from "./cabinet.ts";
import { readStoredFile, writeStoredFile } from "./stored-file.ts";

const MODEL = "L-24";
export const FIRMWARE = "1.4.2";
const CAPABILITIES = ["mqtt", "door_sensor", "contents_sensor", "keypad", "display"];
/** Operations that a device has room for. */
const QUEUE_SIZE = 5000;
/** Walls of lockers that the program creates: columns of sizes. */
const WALL = [
  ["S", "S", "S", "M", "M", "L"],
  ["S", "S", "M", "M", "L", "XL"],
];

/** What is stored of a device beside its flash. */
export interface Installation {
  serial: string;
  locker_id: number;
  name: string;
  /** Of the business. */
  locale: string;
  /** Ed25519, raw, base64url. */
  private_key: string;
  public_key: string;
  claim_code: string | null;
  /** As the service told it; null where it has no broker. */
  mqtt: ProvisionAnswer["mqtt"] | null;
}

export interface InstalledLocker {
  installation: Installation;
  flash: Flash;
  flash_file: string;
  cabinet: Cabinet;
}

export interface InstallOptions {
  folder: string;
  serial: string;
  /** Signed in as an administrator of the business; called where a claim is needed. */
  getService: () => Promise<Service>;
  /** Provision it although it is: its memory was lost. */
  again: boolean;
  /** Create it in the business where there is none of that serial. */
  creates: boolean;
}

interface LockerDetails {
  id: number;
  serial: string;
  name: string;
}

/** From the folder alone where it was installed before. Undefined where the business has no such locker. */
export async function installLocker(options: InstallOptions): Promise<InstalledLocker | undefined> {
  const home = path.join(options.folder, options.serial);
  const files = {
    installation: path.join(home, "device.json"),
    flash: path.join(home, "flash.json"),
    cabinet: path.join(home, "cabinet.json"),
  };
  let installation = await readStoredFile<Installation>(files.installation);
  let flash = await readStoredFile<Flash>(files.flash);
  const boxes = await readStoredFile<CabinetState>(files.cabinet);
  let cabinet = boxes && new Cabinet(files.cabinet, boxes);
  if (installation !== undefined && flash !== undefined && cabinet !== undefined && !options.again)
    return { installation, flash, flash_file: files.flash, cabinet };

  const service = await options.getService();
  const locker = (await findLocker(service, options.serial)) ?? (await createLocker(service, options));
  if (locker === undefined) return undefined;
  installation ??= {
    serial: locker.serial,
    locker_id: locker.id,
    name: locker.name,
    locale: (await service.call<{ business: { locale: string } }>("GET", "/api/v1/user/me")).business.locale,
    ...generateKeys(),
    claim_code: null,
    mqtt: null,
  };
  // Before the claim is used: the same key with the same claim is answered again.
  if (installation.claim_code === null || options.again || flash !== undefined) {
    const { claim_code } = await service.call<{ claim_code: string }>(
      "POST",
      `/api/v1/lockers/${locker.id}/claim`,
    );
    installation = { ...installation, claim_code };
    await writeStoredFile(files.installation, installation);
  }
  const answer = await service.call<ProvisionAnswer>(
    "POST",
    PATHS.provision,
    buildProvision(
      {
        claim_code: installation.claim_code ?? "",
        serial: installation.serial,
        public_key: installation.public_key,
        model: MODEL,
        firmware: FIRMWARE,
        capabilities: CAPABILITIES,
      },
      Date.now(),
    ),
  );
  const doors = await readDoors(service, locker.id);
  cabinet ??= await Cabinet.create(files.cabinet, new Map(doors.map(({ code, box }) => [code, box])));
  const is_new = flash === undefined;
  flash = buildFlash(answer, FIRMWARE, QUEUE_SIZE, options.again ? null : (flash ?? null));
  if (is_new) flash = openDoors(flash, doors);
  await writeStoredFile(files.flash, flash);
  installation = { ...installation, claim_code: null, mqtt: answer.mqtt ?? null };
  await writeStoredFile(files.installation, installation);
  return { installation, flash, flash_file: files.flash, cabinet };
}

function generateKeys(): { private_key: string; public_key: string } {
  const { d = "", x = "" } = generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" });
  return { private_key: d, public_key: x };
}

async function findLocker(service: Service, serial: string): Promise<LockerDetails | undefined> {
  for (const { locker_id } of await listAll<{ locker_id: number }>(
    service,
    "/api/v1/lockers/health",
    "lockers",
  )) {
    const { locker } = await service.call<{ locker: LockerDetails }>("GET", `/api/v1/lockers/${locker_id}`);
    if (locker.serial === serial) return locker;
  }
  return undefined;
}

async function createLocker(
  service: Service,
  { serial, creates }: InstallOptions,
): Promise<LockerDetails | undefined> {
  if (!creates) return undefined;
  const { locker } = await service.call<{ locker: LockerDetails }>("POST", "/api/v1/lockers", {
    kind: "locker",
    serial,
    name: serial,
    place: { name: serial, line1: serial, country: "BR", lat: -15.79, lng: -47.88 },
  });
  await service.call("POST", `/api/v1/lockers/${locker.id}/compartments`, { columns: WALL });
  return locker;
}

interface KnownDoor {
  code: string;
  box: Pick<Box, "door" | "contents" | "is_stuck" | "is_held_open">;
  /** What its open door was opened for. */
  use: Use | null;
}

/** The doors of each compartment and what is in it, as the service believes. */
async function readDoors(service: Service, locker_id: number): Promise<KnownDoor[]> {
  const compartments = await listAll<{
    code: string;
    status: string;
    door: string;
    contents: string;
    fault_code: string | null;
  }>(service, `/api/v1/lockers/${locker_id}/compartments`, "compartments");
  return compartments.map(({ code, status, door, contents, fault_code }) => {
    const is_open = door === "OPEN";
    const has_stuck = fault_code === "door_stuck";
    return {
      code,
      box: {
        door: is_open ? "OPEN" : "CLOSED",
        contents: contents === "FULL" ? "FULL" : "EMPTY",
        is_stuck: has_stuck && !is_open,
        is_held_open: has_stuck && is_open,
      },
      use: !is_open ? null : status === "LOADING" ? "deposit" : status === "UNLOADING" ? "collect" : null,
    };
  });
}

/** A device that was there before knows which doors it opened, and for what: it does not report that they were forced. */
function openDoors(flash: Flash, doors: readonly KnownDoor[]): Flash {
  const compartments: Record<string, Flash["compartments"][string]> = { ...flash.compartments };
  for (const { code, box, use } of doors) {
    const compartment = compartments[code];
    if (compartment === undefined || use === null) continue;
    const { door, contents } = box;
    compartments[code] = {
      ...compartment,
      door,
      contents,
      opening: { cause: "code", use, since: Date.now() },
    };
  }
  return { ...flash, compartments };
}

/** All pages of a list. */
async function listAll<Row>(service: Service, address: string, member: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await service.call<Record<string, Row[]> & { total: number }>(
      "GET",
      `${address}${address.includes("?") ? "&" : "?"}page=${page}&per_page=100`,
    );
    rows.push(...(answer[member] ?? []));
    if (rows.length >= answer.total || (answer[member] ?? []).length === 0) return rows;
  }
}
