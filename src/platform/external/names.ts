/**
 * Addresses of host names, asked over the network and not through the operating system's `getaddrinfo`: that one occupies one
 * of four threads of the process until it gives up, so that four names of a silent name server stop every lookup of everybody,
 * and file access with it. Each of these has a limit of time and ends with it.
 *
 * As the operating system does: names of the hosts file, `localhost`, and the search domains of `resolv.conf` for short names.
 */
import type { LookupAddress } from "node:dns";
import { Resolver } from "node:dns/promises";
import { readFile, stat } from "node:fs/promises";
import { isIP } from "node:net";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** One lookup, with all its questions. */
const LOOKUP_MS = 4000;
/** A server is asked again after this long. */
const ASK_MS = 1500;
/** How long the addresses of the other kind are waited for. RFC 8305 recommends 50 ms, which assumes a near server. */
const OTHER_KIND_MS = 200;
/** The files of the operating system are looked at again after this long. */
const FILES_MS = 5000;

const HOSTS_FILE =
  process.platform === "win32"
    ? path.join(process.env["SystemRoot"] ?? "C:\\Windows", "System32\\drivers\\etc\\hosts")
    : "/etc/hosts";
const RESOLVER_FILE = "/etc/resolv.conf";

export interface NameOptions {
  /** Name servers as `address` or `address:port`; those of the operating system when absent. */
  servers?: readonly string[];
  hosts_file?: string;
  resolver_file?: string;
  lookup_ms?: number;
}

export class NameNotFound extends Error {
  readonly code: "ENOTFOUND" | "ETIMEOUT";
  readonly hostname: string;

  constructor(host: string, code: NameNotFound["code"]) {
    super(code === "ENOTFOUND" ? `${host} has no address.` : `No name server answered for ${host} in time.`);
    this.name = "NameNotFound";
    this.code = code;
    this.hostname = host;
  }
}

export type FindAddresses = (host: string) => Promise<LookupAddress[]>;

/** Throws `NameNotFound`; never returns an empty list. */
export function createNames({
  servers,
  hosts_file = HOSTS_FILE,
  resolver_file = RESOLVER_FILE,
  lookup_ms = LOOKUP_MS,
}: NameOptions = {}): FindAddresses {
  const findHosts = createFileReader(hosts_file, parseHosts);
  const findSearch = createFileReader(resolver_file, parseSearch);

  return async (host) => {
    const kind = isIP(host);
    if (kind !== 0) return [{ address: host, family: kind }];
    const name = host.toLowerCase().replace(/\.$/, "");
    const host_addresses = (await findHosts())?.get(name);
    if (host_addresses !== undefined) return host_addresses;
    if (name === "localhost" || name.endsWith(".localhost")) return LOOPBACK;
    const { domains, dots } = (await findSearch()) ?? NO_SEARCH;
    const resolver = new Resolver({ timeout: ASK_MS, tries: 2 });
    if (servers !== undefined) resolver.setServers(servers);
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      resolver.cancel();
    }, lookup_ms);
    try {
      for (const candidate of listCandidates(host, domains, dots)) {
        const addresses = await ask(resolver, candidate);
        if (addresses.length > 0) return addresses;
        if (late) break;
      }
      throw new NameNotFound(host, late ? "ETIMEOUT" : "ENOTFOUND");
    } finally {
      clearTimeout(timer);
      resolver.cancel();
    }
  };
}

const LOOPBACK: LookupAddress[] = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

interface Search {
  domains: string[];
  /** A name with as many dots is asked as it is first. */
  dots: number;
}

const NO_SEARCH: Search = { domains: [], dots: 1 };

/** Names to ask for, in order. A name that ends with a dot is complete. */
function listCandidates(host: string, domains: readonly string[], dots: number): string[] {
  if (host.endsWith(".")) return [host.slice(0, -1)];
  const searched = domains.map((domain) => `${host}.${domain}`);
  return host.split(".").length - 1 >= dots ? [host, ...searched] : [...searched, host];
}

/** Addresses of both kinds, those of IPv4 first. */
async function ask(resolver: Resolver, name: string): Promise<LookupAddress[]> {
  const none = (): string[] => [];
  const four = resolver.resolve4(name).catch(none);
  const six = resolver.resolve6(name).catch(none);
  const first = await Promise.race([four, six]);
  const both = Promise.all([four, six]);
  if (first.length > 0) await Promise.race([both, wait(OTHER_KIND_MS, undefined, { ref: false })]);
  else await both;
  const settled = Symbol("not yet");
  const now = async (lookup: Promise<string[]>) => {
    const addresses = await Promise.race([lookup, Promise.resolve(settled)]);
    return addresses === settled ? [] : (addresses as string[]);
  };
  return [
    ...(await now(four)).map((address) => ({ address, family: 4 })),
    ...(await now(six)).map((address) => ({ address, family: 6 })),
  ];
}

/** What a file says, read again when it has changed; undefined without the file. */
function createFileReader<T>(file: string, parse: (text: string) => T): () => Promise<T | undefined> {
  let read_at = Number.NEGATIVE_INFINITY;
  let modified_at: number | undefined;
  let content: T | undefined;
  return async () => {
    if (performance.now() - read_at < FILES_MS) return content;
    read_at = performance.now();
    try {
      const { mtimeMs } = await stat(file);
      if (mtimeMs !== modified_at) content = parse(await readFile(file, "utf8"));
      modified_at = mtimeMs;
    } catch {
      content = undefined;
      modified_at = undefined;
    }
    return content;
  };
}

function parseHosts(text: string): Map<string, LookupAddress[]> {
  const hosts = new Map<string, LookupAddress[]>();
  for (const line of text.split(/\r?\n/)) {
    const [address = "", ...names] = (line.split("#")[0] ?? "").trim().split(/\s+/);
    const family = isIP(address);
    if (family === 0) continue;
    for (const name of names) {
      const host_addresses = hosts.get(name.toLowerCase()) ?? [];
      hosts.set(name.toLowerCase(), [...host_addresses, { address, family }]);
    }
  }
  return hosts;
}

/** The last `search` or `domain` counts (resolv.conf(5)). */
function parseSearch(text: string): Search {
  let domains: string[] = [];
  let dots = 1;
  for (const line of text.split("\n")) {
    const [word, ...rest] = line.trim().split(/\s+/);
    if (word === "search" || word === "domain") domains = rest.map((domain) => domain.replace(/\.$/, ""));
    const set = word === "options" ? rest.find((option) => option.startsWith("ndots:")) : undefined;
    if (set !== undefined) dots = Math.min(15, Number(set.slice("ndots:".length)) || 0);
  }
  return { domains: domains.filter((domain) => domain !== ""), dots };
}
