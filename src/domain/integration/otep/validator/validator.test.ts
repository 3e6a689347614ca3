/** Large documents: validated in parallel to other requests, with the same result, and with limits. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { BODY_LIMITS } from "#otep/read/body.ts";
import { validate } from "#otep/validate.ts";
import { testService } from "#tests/support/service.ts";
import { isLarge, LARGE_BYTES } from "./size.ts";
import { countPending, PENDING_MAX } from "./validation-worker.ts";

const service = await testService();
const PATH = "/api/v1/otep/validate";

/** A number of events, each of about so many bytes as JSON. */
function list(events: number, bytes = 120): object[] {
  return Array.from({ length: events }, (_one, index) => ({
    event_id: `e${index}`,
    subject: "PKH0001",
    occurred_at: "2026-03-02T10:00:00Z",
    status_code: "otep:core:note",
    extensions: { "x-text": "x".repeat(bytes - 120) },
  }));
}

async function validateOverHttp(payload: string | Buffer, type = "application/json") {
  const { statusCode, headers, body } = await service.app.inject({
    method: "POST",
    url: PATH,
    headers: { "content-type": type },
    payload,
  });
  return { status: statusCode, headers, body: JSON.parse(body) };
}

/** Resolves as soon as the thread has the document. */
async function begun(answer: Promise<unknown>): Promise<void> {
  let answered = false;
  const note = () => {
    answered = true;
  };
  answer.then(note, note);
  while (countPending() === 0 && !answered) await turn();
  assert.ok(countPending() > 0, "it was judged between two requests, which waited for it");
}

describe("a large document", () => {
  test("is validated in parallel: a small request sent later is answered first", async () => {
    const text = JSON.stringify(list(10_000, 1600)).padEnd(BODY_LIMITS.validate.bytes, " ");
    // A busy machine may delay this thread while the other works; a document validated in this thread could never be
    // overtaken.
    let overtaken = false;
    for (let round = 0; round < 5 && !overtaken; round += 1) {
      let is_answered = false;
      const large = validateOverHttp(text).then((answer) => {
        is_answered = true;
        return answer;
      });
      await begun(large);
      const small = await validateOverHttp(JSON.stringify(list(1)));
      const codes = await service.http("GET", "/api/v1/otep/profiles");
      overtaken = !is_answered;
      assert.deepEqual([small.status, codes.status], [200, 200]);
      const { status, body } = await large;
      assert.deepEqual([status, body.conformant, body.summary.event_count], [200, true, 10_000]);
    }
    assert.ok(overtaken);
    assert.equal(countPending(), 0);
  });

  test("gets the same result and findings as in parts, as JSON, as lines and over MCP", async () => {
    const document = list(900, 400).map((event, index) =>
      index % 3 === 0 ? { ...event, occurred_at: "2026-03-02T10:00:00" } : event,
    );
    const { conformant, level, errors, warnings, summary } = validate(document, {
      now: service.now().getTime(),
    });
    const expected = JSON.parse(JSON.stringify({ conformant, level, errors, warnings, summary }));
    const validating = validateOverHttp(JSON.stringify(document));
    await begun(validating);
    assert.deepEqual((await validating).body, expected);

    const lines = validateOverHttp(
      document.map((event) => JSON.stringify(event)).join("\n"),
      "application/x-ndjson",
    );
    await begun(lines);
    assert.deepEqual((await lines).body.errors, expected.errors);

    const call = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "validate_otep_payload", arguments: { document } },
    };
    // Without a token the limit of a body over MCP is lower.
    assert.equal((await service.http("POST", "/mcp/developer", call)).status, 413);
    const { token } = await (await service.business()).person("client_admin");
    const tool = service.http("POST", "/mcp/developer", call, { authorization: `Bearer ${token}` });
    await begun(tool);
    const { structuredContent } = (await tool).body.result;
    assert.deepEqual(structuredContent.summary, expected.summary);
    // Answers of tools are limited: the other parts have the rest.
    assert.ok(structuredContent.errors.length > 0);
    assert.deepEqual(structuredContent.errors, expected.errors.slice(0, structuredContent.errors.length));
  });

  test("that is not JSON is refused like a small one", async () => {
    const broken = `{"events": [${" ".repeat(LARGE_BYTES)}`;
    const deep = `${"[".repeat(200)}${" ".repeat(LARGE_BYTES)}${"]".repeat(200)}`;
    const not_text = Buffer.concat([Buffer.from('["'), Buffer.alloc(LARGE_BYTES, 0xff), Buffer.from('"]')]);
    for (const body of [broken, deep, not_text]) {
      const answer = validateOverHttp(body);
      await begun(answer);
      const { status, body: refused } = await answer;
      assert.deepEqual([status, refused.error_code], [400, "INVALID_JSON"]);
      assert.match(refused.message, /^The body is not valid JSON: /);
    }
    assert.equal((await validateOverHttp(" ".repeat(BODY_LIMITS.validate.bytes + 1))).status, 413);
  });

  test("waits behind a few others; beyond the limit it is refused, and others continue", async () => {
    const text = JSON.stringify(list(3000));
    const validations = Array.from({ length: PENDING_MAX * 3 }, () => validateOverHttp(text));
    const answers = await Promise.all(validations);
    const busy = answers.filter(({ status }) => status === 503);
    assert.ok(busy.length > 0 && answers.length - busy.length >= PENDING_MAX, `${busy.length} were refused`);
    for (const { status, body, headers } of answers) {
      if (status === 200) assert.equal(body.conformant, true);
      else assert.deepEqual([status, body.error_code, headers["retry-after"]], [503, "BUSY", "5"]);
    }
    assert.equal((await validateOverHttp(text)).status, 200, "room again");
  });
});

test("the size of a document includes text at any depth", () => {
  const text = "x".repeat(LARGE_BYTES);
  for (const document of [text, [text], { a: { b: [1, { c: text }] } }, { [text]: 1 }, list(3000)])
    assert.equal(isLarge(document), true);
  for (const document of [null, 7, "", [], {}, list(100), "x".repeat(LARGE_BYTES / 2)])
    assert.equal(isLarge(document), false);
});
