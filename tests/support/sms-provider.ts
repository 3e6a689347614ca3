/**
 * A local stand-in for a text message vendor with the Messages API: records what it receives, with configurable
 * responses.
 */
import http from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";
import type { SmsAccount } from "#providers/sms/port.ts";

export interface SmsVendor {
  account: SmsAccount;
  messages: { to: string; text: string }[];
  /** Status of its responses; 201 accepts a message. */
  status: number;
  /** Called with each message; the response waits for it. */
  onMessage(): Promise<void> | void;
  /** The code in the newest message to a number. */
  codeTo(phone: string): string;
}

export async function startSmsVendor(): Promise<SmsVendor> {
  const server = http.createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (chunk: string) => {
      body += chunk;
    });
    request.on("end", async () => {
      const form = new URLSearchParams(body);
      if (sms_provider.status === 201)
        sms_provider.messages.push({ to: form.get("To") ?? "", text: form.get("Body") ?? "" });
      await sms_provider.onMessage();
      const answer =
        sms_provider.status === 201
          ? { sid: `SM${sms_provider.messages.length}`, status: "queued" }
          : { code: 20500 };
      response
        .writeHead(sms_provider.status, { "content-type": "application/json" })
        .end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const sms_provider: SmsVendor = {
    account: {
      account: "AC0123456789abcdef0123456789abcdef",
      token: "secret",
      sender: "+15005550006",
      base_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
    messages: [],
    status: 201,
    onMessage() {},
    codeTo(phone) {
      const newest = sms_provider.messages.findLast(({ to }) => to === phone);
      return /\b\d{6}\b/.exec(newest?.text ?? "")?.[0] ?? "";
    },
  };
  return sms_provider;
}
