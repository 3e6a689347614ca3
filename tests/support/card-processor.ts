/** A processor of card payments in the form that Stripe documents, with amounts that are reserved and then taken or given up. */
import { createHmac, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";

export const SECRET_KEY = "sk_test_0123456789abcdef";
export const EVENT_SECRET = "whsec_0123456789abcdef";

interface Intent {
  id: string;
  status: string;
  amount: number;
  currency: string;
  metadata: Record<string, string>;
}

/** Does each request with one key once. `refuses`: paths whose requests it refuses. */
export async function createCardProcessor() {
  const intents = new Map<string, Intent>();
  const answers = new Map<string, unknown>();
  const calls: string[] = [];
  const state = { refuses: "" };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const form = new URLSearchParams(Buffer.concat(chunks).toString("utf8"));
    const key = String(request.headers["idempotency-key"]);
    const reply = (status: number, body: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    const [, , kind = "", id = "", verb = ""] = (request.url ?? "").split("/");
    if (state.refuses !== "" && request.url?.includes(state.refuses))
      return reply(400, { error: { code: "refused" } });
    if (request.method === "GET") return reply(200, intents.get(id));
    const stored_answer = answers.get(key);
    if (stored_answer !== undefined) return reply(200, stored_answer);
    let answer: unknown;
    if (kind === "checkout") {
      const currency = form.get("line_items[0][price_data][currency]") ?? "";
      const amount = Number(form.get("line_items[0][price_data][unit_amount]"));
      const intent: Intent = {
        id: `pi_${randomUUID()}`,
        status: "requires_payment_method",
        amount,
        currency,
        metadata: { idempotency_key: form.get("payment_intent_data[metadata][idempotency_key]") ?? "" },
      };
      intents.set(intent.id, intent).set(key, intent);
      answer = {
        id: `cs_${key}`,
        url: `https://pay.example/${key}`,
        status: "open",
        payment_status: "unpaid",
        payment_intent: null,
        amount_total: amount,
        currency,
      };
    } else if (kind === "refunds") {
      answer = { id: `re_${key}`, status: "succeeded" };
    } else {
      const intent = intents.get(id);
      if (intent?.status !== "requires_capture")
        return reply(400, { error: { code: "payment_intent_unexpected_state" } });
      intent.status = verb === "capture" ? "succeeded" : "canceled";
      answer = intent;
    }
    calls.push(`${kind}${verb === "" ? "" : ` ${verb}`}`);
    answers.set(key, answer);
    return reply(200, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    base_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    intents,
    /** What was done, in order. */
    calls,
    state,
  };
}

/** An event of the processor as it sends it, with its signature. */
export function signEvent(type: string, object: unknown, now: Date, secret = EVENT_SECRET) {
  const body = JSON.stringify({ id: `evt_${randomUUID()}`, object: "event", type, data: { object } });
  const at = Math.floor(now.getTime() / 1000);
  const signature = `t=${at},v1=${createHmac("sha256", secret).update(`${at}.${body}`).digest("hex")}`;
  return { body, headers: { "stripe-signature": signature, "content-type": "application/json" } };
}
