import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import path from "node:path";
import { after, describe, test } from "node:test";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { SendingFailed } from "../sending.ts";
import type { Email, SmtpAccount } from "./port.ts";
import { createSmtpSender } from "./smtp.ts";

const pem = (name: string) =>
  readFileSync(path.join(import.meta.dirname, "certificate", `test-${name}.pem`), "utf8");
const [cert, key] = [pem("cert"), pem("key")];

const EMAIL: Email = {
  to: "clara@test.example",
  subject: "Sua entrega está a caminho",
  text: "Olá Clara, sua encomenda chega hoje.\n",
  html: "<p>Olá <b>Clara</b>, sua encomenda chega hoje.</p>",
  idempotency_key: "message-7",
};

interface ReceivedMessage {
  from: string;
  to: string[];
  raw: string;
  secure: boolean;
  user: unknown;
}

/** A real mail server; the messages it accepted are in `taken`. */
async function serving(options: SMTPServerOptions = {}) {
  const received: ReceivedMessage[] = [];
  const server = new SMTPServer({
    key,
    cert,
    authOptional: true,
    logger: false,
    onAuth({ username, password }, _session, done) {
      if (username === "packhorse" && password === "s3cret") done(null, { user: username });
      else done(new Error("wrong"));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString("utf8"),
          secure: session.secure === true,
          user: session.user,
        });
        done();
      });
    },
    ...options,
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  after(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { port: (server.server.address() as AddressInfo).port, taken: received };
}

function over(port: number, more: Partial<SmtpAccount> & { timeout_ms?: number; private?: boolean } = {}) {
  const { timeout_ms, private: private_addresses = true, ...account } = more;
  return createSmtpSender({
    account: {
      host: "localhost",
      port,
      security: "starttls",
      username: "packhorse",
      password: "s3cret",
      from_address: "hello@rounds.example",
      from_name: "Rounds Entregas",
      reply_to: null,
      ...account,
    },
    private_addresses,
    ca: cert,
    ...(timeout_ms === undefined ? {} : { timeout_ms }),
  });
}

async function catchFailure(sending: Promise<unknown>): Promise<SendingFailed> {
  try {
    await sending;
  } catch (error) {
    assert(error instanceof SendingFailed, String(error));
    return error;
  }
  throw new assert.AssertionError({ message: "It was sent." });
}

const getHeaders = (raw: string) => raw.slice(0, raw.indexOf("\r\n\r\n"));

describe("SMTP", () => {
  test("signs in over STARTTLS and sends plain text and HTML with one Message-ID", async () => {
    const { port, taken: received } = await serving();
    const outcome = await over(port, { reply_to: "help@rounds.example" }).send(EMAIL);
    assert.equal(outcome.vendor_id, "<message-7@rounds.example>");
    const [message] = received;
    assert.partialDeepStrictEqual(message, {
      from: "hello@rounds.example",
      to: ["clara@test.example"],
      secure: true,
      user: "packhorse",
    });
    const headers = getHeaders(message?.raw ?? "");
    assert.match(headers, /^From: "?Rounds Entregas"? <hello@rounds\.example>/m);
    assert.match(headers, /^Reply-To: help@rounds\.example/m);
    assert.match(headers, /^Message-ID: <message-7@rounds\.example>/im);
    assert.match(headers, /^Content-Type: multipart\/alternative/m);
    assert.match(message?.raw ?? "", /Content-Type: text\/plain[\s\S]+Content-Type: text\/html/);
  });

  test("uses TLS from the start, and no TLS to a private address when allowed", async () => {
    const tls = await serving({ secure: true });
    await over(tls.port, { security: "tls" }).send({ ...EMAIL, html: null });
    assert.equal(tls.taken[0]?.secure, true);
    assert.match(getHeaders(tls.taken[0]?.raw ?? ""), /^Content-Type: text\/plain/m);
    const plain = await serving({ disabledCommands: ["STARTTLS", "AUTH"] });
    await over(plain.port, { security: "none", username: null, password: null }).send(EMAIL);
    assert.equal(plain.taken[0]?.secure, false);
  });

  test("sends nothing to a server that offers no STARTTLS, or presents another host's certificate", async () => {
    const bare = await serving({ disabledCommands: ["STARTTLS"] });
    assert.equal((await catchFailure(over(bare.port).send(EMAIL))).is_temporary, true);
    assert.deepEqual(bare.taken, []);
    const { port, taken: received } = await serving();
    const wrong_host = createSmtpSender({
      account: {
        host: "localhost",
        port,
        security: "starttls",
        username: "packhorse",
        password: "s3cret",
        from_address: "hello@rounds.example",
        from_name: "",
        reply_to: null,
      },
      private_addresses: true,
    });
    assert.equal((await catchFailure(wrong_host.send(EMAIL))).failure, "unreachable");
    assert.deepEqual(received, []);
  });

  test("reports a wrong password as permanent, without revealing it", async () => {
    const { port } = await serving();
    const error = await catchFailure(over(port, { password: "not-the-s3cret" }).send(EMAIL));
    assert.equal(error.failure, "not_authorised");
    assert.equal(error.is_temporary, false);
    assert.ok(!error.message.includes("not-the-s3cret"));
  });

  test("reports a refused recipient and a refused sender as different permanent failures", async () => {
    const refusing =
      (status: number) => (_address: unknown, _session: unknown, done: (error: Error) => void) =>
        done(Object.assign(new Error("clara@test.example is unknown"), { responseCode: status }));
    const nobody = await serving({ onRcptTo: refusing(550) });
    const error = await catchFailure(over(nobody.port).send(EMAIL));
    assert.equal(error.failure, "recipient_refused");
    assert.equal(error.is_temporary, false);
    assert.ok(!error.message.includes("clara"), "The reason repeats no recipient.");
    const sender = await serving({ onMailFrom: refusing(553) });
    assert.equal((await catchFailure(over(sender.port).send(EMAIL))).failure, "message_refused");
    const slow = await serving({ onRcptTo: refusing(450) });
    assert.equal((await catchFailure(over(slow.port).send(EMAIL))).is_temporary, true);
  });

  test("reports a failing, unreachable or silent server as temporary", async () => {
    const full = await serving({
      onData(stream, _session, done) {
        stream.resume();
        stream.on("end", () => done(Object.assign(new Error("disk full"), { responseCode: 452 })));
      },
    });
    assert.equal((await catchFailure(over(full.port).send(EMAIL))).failure, "vendor_failed");
    assert.equal((await catchFailure(over(1).send(EMAIL))).failure, "unreachable");
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    after(() => silent.close());
    const error = await catchFailure(
      over((silent.address() as AddressInfo).port, { timeout_ms: 100 }).send(EMAIL),
    );
    assert.equal(error.failure, "timeout");
    for (const failure of [error]) assert.equal(failure.is_temporary, true);
  });

  test("prevents injected headers and recipients", async () => {
    const { port, taken: received } = await serving();
    await over(port, { from_name: "Rounds\r\nBcc: evil@test.example" }).send({
      ...EMAIL,
      subject: "Hello\r\nBcc: evil@test.example\r\n\r\nbody",
      idempotency_key: "7>\r\nX-Evil: 1",
    });
    assert.deepEqual(received[0]?.to, ["clara@test.example"]);
    const names = getHeaders(received[0]?.raw ?? "")
      .split("\r\n")
      .map((line) => /^([\w-]+):/.exec(line)?.[1]?.toLowerCase());
    for (const name of ["bcc", "x-evil"]) assert.ok(!names.includes(name), name);
    for (const to of [
      "clara@test.example, evil@test.example",
      "clara@test.example\r\nRCPT TO:<evil@test.example>",
      "Clara <clara@test.example>",
      "clara",
      "",
    ]) {
      assert.equal((await catchFailure(over(port).send({ ...EMAIL, to }))).failure, "recipient_refused");
    }
    assert.equal(received.length, 1);
  });

  test("connects to private addresses, and without TLS, only when configured", async () => {
    const { port, taken: received } = await serving();
    for (const more of [
      { host: "127.0.0.1" },
      { host: "localhost" },
      { host: "8.8.8.8", security: "none" as const },
    ]) {
      const error = await catchFailure(over(port, { ...more, private: false }).send(EMAIL));
      assert.equal(error.failure, "private_address");
      assert.equal(error.is_temporary, false);
    }
    assert.deepEqual(received, []);
  });
});
