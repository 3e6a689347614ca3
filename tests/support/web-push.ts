/** Browsers that take push messages, and a push service for them. */
import assert from "node:assert/strict";
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";

/** What a browser keeps: its private key and what it gives away. */
export function subscribe(endpoint: string) {
  const ecdh = createECDH("prime256v1");
  ecdh.generateKeys();
  const auth = randomBytes(16);
  const subscription = {
    endpoint,
    p256dh: ecdh.getPublicKey().toString("base64url"),
    auth: auth.toString("base64url"),
  };
  return { ecdh, auth, subscription };
}

/** As a browser reads a message. Source: RFC 8291, section 3.4. */
export function decrypt(
  body: Buffer,
  { ecdh, auth }: Pick<ReturnType<typeof subscribe>, "ecdh" | "auth">,
): string {
  const [salt, sender_key] = [body.subarray(0, 16), body.subarray(21, 86)];
  assert.deepEqual([body.readUInt32BE(16), body.readUInt8(20)], [4096, 65]);
  const derive = (ikm: Buffer, with_salt: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync("sha256", ikm, with_salt, info, length));
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), ecdh.getPublicKey(), sender_key]);
  const ikm = derive(ecdh.computeSecret(sender_key), auth, info, 32);
  const key = derive(ikm, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derive(ikm, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce);
  decipher.setAuthTag(body.subarray(-16));
  const text = Buffer.concat([decipher.update(body.subarray(86, -16)), decipher.final()]);
  assert.equal(text.at(-1), 2);
  return text.subarray(0, -1).toString("utf8");
}

/** A push service on a port of its own: what reached each of its devices, as the device reads it. */
export async function startPushService() {
  const devices = new Map<string, ReturnType<typeof subscribe> & { status: number; received: unknown[] }>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const device = devices.get(request.url?.slice(1) ?? "");
    if (device === undefined) response.writeHead(404).end();
    else {
      if (device.status < 300) device.received.push(JSON.parse(decrypt(Buffer.concat(chunks), device)));
      response.writeHead(device.status).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    /** What a browser registers, and what it gets; `status` is the answer to the sender. */
    device(name: string) {
      const device = { ...subscribe(`http://127.0.0.1:${port}/${name}`), status: 201, received: [] };
      devices.set(name, device);
      const { endpoint, ...keys } = device.subscription;
      return Object.assign(device, { registration: { endpoint, keys, name } });
    },
  };
}
