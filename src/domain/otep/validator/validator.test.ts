/** Large documents: judged beside other requests, with the same answer, and not without end. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { BODY_LIMITS } from "#otep/read/body.ts";
import { validate } from "#otep/validate.ts";
import { testService } from "#tests/support/service.ts";
import { isLarge, LARGE } from "./size.ts";
import { AT_ONCE_MAX, underWay } from "./thread.ts";

const service = await testService();
const PATH = "/api/v1/otep/validate";

/** So many events; each is about so many bytes as JSON. */
function list(events: number, bytes = 120): object[] {
  return Array.from({ length: events }, (_one, index) => ({
    event_id: `e${index}`,
    subject: "PKH0001",
    occurred_at: "2026-03-02T10:00:00Z",
    status_code: "otep:core:note",
    extensions: { "x-text": "x".repeat(bytes - 120) },
  }));
}

async function judged(payload: string | Buffer, type = "application/json") {
  const { statusCode, headers, body } = await service.app.inject({
    method: "POST",
    url: PATH,
    headers: { "content-type": type },
    payload,
  });
  return { status: statusCode, headers, body: JSON.parse(body) };
}

/** Goes on as soon as a document is in the hands of the thread. */
async function begun(answer: Promise<unknown>): Promise<void> {
  let answered = false;
  const note = () => {
    answered = true;
  };
  answer.then(note, note);
  while (underWay() === 0 && !answered) await turn();
  assert.ok(underWay() > 0, "it was judged between two requests, which waited for it");
}

describe("a large document", () => {
  test("is judged beside other requests: a small one asked later is answered before", async () => {
    const text = JSON.stringify(list(10_000, 1600)).padEnd(BODY_LIMITS.validate.bytes, " ");
    // A busy machine may hold this thread up while the other works; what is judged in this one is never overtaken.
    let overtaken = false;
    for (let round = 0; round < 5 && !overtaken; round += 1) {
      let is_answered = false;
      const large = judged(text).then((answer) => {
        is_answered = true;
        return answer;
      });
      await begun(large);
      const small = await judged(JSON.stringify(list(1)));
      const codes = await service.http("GET", "/api/v1/otep/profiles");
      overtaken = !is_answered;
      assert.deepEqual([small.status, codes.status], [200, 200]);
      const { status, body } = await large;
      assert.deepEqual([status, body.conformant, body.summary.event_count], [200, true, 10_000]);
    }
    assert.ok(overtaken);
    assert.equal(underWay(), 0);
  });

  test("gets the answer that it would get in parts, findings and all, as JSON, as lines and over MCP", async () => {
    const document = list(900, 400).map((event, index) =>
      index % 3 === 0 ? { ...event, occurred_at: "2026-03-02T10:00:00" } : event,
    );
    const { conformant, level, errors, warnings, summary } = validate(document, {
      now: service.now().getTime(),
    });
    const expected = JSON.parse(JSON.stringify({ conformant, level, errors, warnings, summary }));
    const whole = judged(JSON.stringify(document));
    await begun(whole);
    assert.deepEqual((await whole).body, expected);

    const lines = judged(document.map((event) => JSON.stringify(event)).join("\n"), "application/x-ndjson");
    await begun(lines);
    assert.deepEqual((await lines).body.errors, expected.errors);

    const tool = service.http("POST", "/mcp/developer", {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "validate_otep_payload", arguments: { document } },
    });
    await begun(tool);
    assert.deepEqual((await tool).body.result.structuredContent.errors, expected.errors);
  });

  test("that is no JSON is refused as a small one is", async () => {
    const broken = `{"events": [${" ".repeat(LARGE)}`;
    const deep = `${"[".repeat(200)}${" ".repeat(LARGE)}${"]".repeat(200)}`;
    const not_text = Buffer.concat([Buffer.from('["'), Buffer.alloc(LARGE, 0xff), Buffer.from('"]')]);
    for (const body of [broken, deep, not_text]) {
      const answer = judged(body);
      await begun(answer);
      const { status, body: told } = await answer;
      assert.deepEqual([status, told.error_code], [400, "INVALID_JSON"]);
      assert.match(told.message, /^The body is not valid JSON: /);
    }
    assert.equal((await judged(" ".repeat(BODY_LIMITS.validate.bytes + 1))).status, 413);
  });

  test("waits behind a few others; beyond them it is refused, and others go on", async () => {
    const text = JSON.stringify(list(3000));
    const sent = Array.from({ length: AT_ONCE_MAX * 3 }, () => judged(text));
    const answers = await Promise.all(sent);
    const busy = answers.filter(({ status }) => status === 503);
    assert.ok(busy.length > 0 && answers.length - busy.length >= AT_ONCE_MAX, `${busy.length} were refused`);
    for (const { status, body, headers } of answers) {
      if (status === 200) assert.equal(body.conformant, true);
      else assert.deepEqual([status, body.error_code, headers["retry-after"]], [503, "BUSY", "5"]);
    }
    assert.equal((await judged(text)).status, 200, "room again");
  });
});

test("what is large is known by its text, wherever it lies", () => {
  const text = "x".repeat(LARGE);
  for (const document of [text, [text], { a: { b: [1, { c: text }] } }, { [text]: 1 }, list(3000)])
    assert.equal(isLarge(document), true);
  for (const document of [null, 7, "", [], {}, list(100), "x".repeat(LARGE / 2)])
    assert.equal(isLarge(document), false);
});
