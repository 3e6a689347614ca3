/** Inputs with the answers that every implementation gives. */
import { buildChainStart, canonicalize, chainHash } from "../chain.ts";
import { buildCode, deriveSecret } from "../codes.ts";
import { compareClocks, findLatestTime, formatTime, measureUncertainty } from "../device-clock.ts";
import { USES } from "../messages.ts";
import { buildSignatureBase, readSignature, signRequest } from "../signature.ts";
import { examples } from "./examples.ts";

/** RFC 9421, appendix B.1.4: a key for tests and nothing else. */
const private_key = "n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU";
const CODE_SECRET = examples.provision_answer.code_secret;

const toHex = (bytes: Uint8Array) => bytes.toHex();
const fromBase64url = (text: string) => Uint8Array.fromBase64(text, { alphabet: "base64url" });

function buildCodeVectors() {
  return USES.flatMap((use) =>
    ["B-06", "B-07"].map((compartment) => {
      const secret = deriveSecret(fromBase64url(CODE_SECRET), compartment, use);
      const codes = [0, 1, 10, 4_294_967_296].map((counter) => [counter, buildCode(secret, counter)]);
      return { compartment, use, secret: toHex(secret), codes: Object.fromEntries(codes) };
    }),
  );
}

function buildChainVectors() {
  const start = buildChainStart(7, 1);
  let head = start;
  return {
    device_id: 7,
    epoch: 1,
    start,
    operations: examples.operations.operations.map((operation) => {
      head = chainHash(head, operation);
      return {
        operation,
        canonical: canonicalize(operation as Parameters<typeof canonicalize>[0]),
        hash: head,
      };
    }),
  };
}

async function buildSignatureVector(name: string, method: string, url: string, body: string | undefined) {
  const claims = { device_id: 7, created: 1_764_316_800, nonce: "c29tZS1ub25jZQ" };
  const bytes = body === undefined ? undefined : new TextEncoder().encode(body);
  const headers = await signRequest(
    { method, url, headers: {}, ...(bytes && { body: bytes }) },
    { ...claims, private_key: fromBase64url(private_key) },
  );
  const read = readSignature(headers);
  if ("fault" in read) throw new Error(read.fault);
  const { components, parameters } = read.signature;
  const base = buildSignatureBase({ method, url, headers }, components, parameters);
  return { name, method, url, body: body ?? null, ...claims, base, headers };
}

function buildClockVectors() {
  const cases = [
    { sent_at: 1000, received_at: 1200, server_time: 1_764_316_800_000, clock: 1200 },
    { sent_at: 1000, received_at: 1200, server_time: 1_764_316_800_000, clock: 3_601_200 },
    { sent_at: 1000, received_at: 9000, server_time: 1_764_316_800_000, clock: 3_609_000 },
  ];
  return cases.map(({ sent_at, received_at, server_time, clock }) => {
    const reading = compareClocks(sent_at, received_at, server_time);
    const latest_time = findLatestTime(reading, clock);
    return {
      sent_at,
      received_at,
      server_time,
      clock,
      offset_ms: reading.offset_ms,
      uncertainty_ms: Math.round(measureUncertainty(reading, clock)),
      latest_time: latest_time === null ? null : formatTime(latest_time),
    };
  });
}

export async function buildVectors(): Promise<Record<string, object>> {
  return {
    codes: {
      about:
        "HKDF-SHA256 of the code secret to the secret of a compartment and use; HOTP with 8 digits of a counter.",
      code_secret: CODE_SECRET,
      vectors: buildCodeVectors(),
    },
    signatures: {
      about:
        "A request to its signature base and header fields. The key is that of RFC 9421, appendix B.1.4.",
      private_key,
      public_key: examples.provision.public_key,
      vectors: [
        await buildSignatureVector(
          "a heartbeat",
          "POST",
          "https://lockers.example/api/v1/device-operations/heartbeat",
          JSON.stringify(examples.heartbeat),
        ),
        await buildSignatureVector(
          "a pull without a body, with a query",
          "GET",
          "https://Lockers.Example:443/api/v1/device-operations/commands?wait=20",
          undefined,
        ),
      ],
    },
    chain: {
      about: "Operations to their canonical form and the hash of the chain after each.",
      ...buildChainVectors(),
    },
    clock: {
      about:
        "When a request was sent and its answer received, by the device's clock, and the service's time in it (milliseconds), to what the device knows at `clock`: offset, uncertainty, and the latest time that it may be; null: it does not know the time.",
      vectors: buildClockVectors(),
    },
  };
}
