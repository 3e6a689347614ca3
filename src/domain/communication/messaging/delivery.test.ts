import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { SMTPServer } from "smtp-server";
import { createProviders, DEFAULT_PROVIDER_SETTINGS } from "#providers/create-providers.ts";
import { testService } from "#tests/support/service.ts";
import { listOutbox } from "./operations/list-outbox.ts";
import { updateMessaging } from "./operations/update-messaging.ts";

/** Jobs run here, as in an installation. */
const service = await testService({ work: true });
service.runtime.providers = createProviders({ ...DEFAULT_PROVIDER_SETTINGS, private_addresses: true });

test("a password link reaches its mailbox through the business's server, and the outbox shows it masked", async () => {
  let arrived: (raw: string) => void = () => {};
  const mail = new Promise<string>((resolve) => {
    arrived = resolve;
  });
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS", "AUTH"],
    logger: false,
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        arrived(Buffer.concat(chunks).toString("utf8"));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  after(() => new Promise<void>((resolve) => server.close(() => resolve())));

  const business = await service.business();
  await business.as("client_admin")(updateMessaging, {
    email: {
      host: "127.0.0.1",
      port: (server.server.address() as AddressInfo).port,
      security: "none",
      from_address: "hello@rounds.example",
      from_name: "Rounds",
    },
  });
  const person = await business.person("employee");
  const answer = await service.http("POST", "/api/v1/user/password/forgot", { email: person.email });
  assert.equal(answer.status, 202);

  // Quoted-printable: soft line breaks and escaped equals signs.
  const raw = (await mail).replaceAll("=\r\n", "").replaceAll("=3D", "=");
  const token = /reset-password\?token=([\w-]+)/.exec(raw)?.[1];
  assert(token !== undefined, "the mail holds the link");
  assert.match(raw, new RegExp(`^To: ${person.email}`, "m"));

  const outbox = async () =>
    (await business.as("client_admin")(listOutbox, { recipient: person.email })).messages[0];
  // The server has the mail a moment before its response is recorded.
  let message = await outbox();
  for (; message?.state === "queued"; message = await outbox());
  assert.partialDeepStrictEqual(message, { state: "sent", provider: "smtp", purpose: "password_reset" });
  assert.ok(!JSON.stringify(message).includes(token));

  const reset = await service.http("POST", "/api/v1/user/password/reset", {
    token,
    password: "a new good password",
  });
  assert.equal(reset.status, 200);
});
