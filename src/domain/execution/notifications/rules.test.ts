import assert from "node:assert/strict";
import { test } from "node:test";
import { LANGUAGES } from "#operation/response/language.ts";
import { findTemplateFaults } from "./check-template.ts";
import { chooseRecipientLanguage, chooseTimeZone, computeTimeRange } from "./locale.ts";
import { findQuietEnd } from "./quiet-hours.ts";
import { CHANNELS, decideSending, findOccurrences, NOTIFICATION_EVENTS, readReply } from "./rules.ts";
import { buildSampleValues } from "./sample-values.ts";
import { measureSms } from "./segments.ts";
import { getDefaultTemplate, render, type Values } from "./templates.ts";

test("quiet hours end at their local time, also in the nights in which clocks change", () => {
  const night = { start: "21:00", end: "08:00" };
  const cases: [string, typeof night, string, string | null][] = [
    ["2026-11-24T12:00:00Z", night, "Europe/Lisbon", null],
    ["2026-11-24T21:00:00Z", night, "Europe/Lisbon", "2026-11-25T08:00:00Z"],
    ["2026-11-25T07:59:59Z", night, "Europe/Lisbon", "2026-11-25T08:00:00Z"],
    ["2026-11-25T08:00:00Z", night, "Europe/Lisbon", null],
    // Clocks go forward on 2026-03-29 and back on 2026-10-25: the night has 10 and 12 hours.
    ["2026-03-28T20:30:00Z", night, "Europe/Berlin", "2026-03-29T06:00:00Z"],
    ["2026-10-24T19:30:00Z", night, "Europe/Berlin", "2026-10-25T07:00:00Z"],
    // An end that the change of clocks skips.
    ["2026-03-29T00:30:00Z", { start: "01:00", end: "02:30" }, "Europe/Berlin", "2026-03-29T01:30:00Z"],
    ["2026-11-24T13:30:00Z", { start: "13:00", end: "15:00" }, "UTC", "2026-11-24T15:00:00Z"],
    ["2026-11-24T15:00:00Z", { start: "13:00", end: "15:00" }, "UTC", null],
  ];
  for (const [at, hours, zone, end] of cases)
    assert.deepEqual(
      findQuietEnd(new Date(at), hours, zone),
      end === null ? null : new Date(end),
      `${at} ${zone}`,
    );
});

test("what is not of use any more is not sent, and says whether quiet hours were the cause", () => {
  const now = new Date("2026-11-24T22:00:00Z");
  const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
  const send_facts = {
    now,
    expires_at: later(12),
    is_current: true,
    opted_out: false,
    quiet_until: null,
    was_deferred: false,
  };
  const decide = (facts: Partial<Parameters<typeof decideSending>[0]>) =>
    decideSending({ ...send_facts, ...facts });
  assert.deepEqual(decide({}), { state: "send" });
  assert.deepEqual(decide({ opted_out: true }), { state: "suppressed", reason: "opted_out" });
  assert.deepEqual(decide({ is_current: false }), { state: "suppressed", reason: "superseded" });
  assert.deepEqual(decide({ expires_at: now }), { state: "suppressed", reason: "stale" });
  assert.deepEqual(decide({ quiet_until: later(10) }), { state: "deferred", until: later(10) });
  assert.deepEqual(decide({ quiet_until: later(12) }), {
    state: "suppressed",
    reason: "stale_after_quiet_hours",
  });
});

test("an event of an order tells what became of it, named by what it is about", () => {
  const changed = (
    status_before: string,
    state: Record<string, unknown>,
    more: Record<string, unknown> = {},
  ) =>
    findOccurrences({
      kind: "order.status_changed",
      occurred_at: "2026-11-24T10:00:00Z",
      payload: { status_before, state, ...more },
    }).map(({ event, occurrence }) => `${event} ${occurrence}`);
  assert.deepEqual(changed("LOADED", { status: "OUT_FOR_DELIVERY", attempts: 1 }), [
    "out_for_delivery attempt-1",
  ]);
  assert.deepEqual(changed("OUT_FOR_DELIVERY", { status: "OUT_FOR_DELIVERY" }), []);
  assert.deepEqual(changed("ARRIVED", { status: "DELIVERED" }), ["delivered once"]);
  assert.deepEqual(changed("FAILED_ATTEMPT", { status: "AT_WAREHOUSE" }, { scheduled_date: "2026-11-25" }), [
    "rescheduled 2026-11-25",
    "at_warehouse warehouse-0",
  ]);
});

test("segments of text messages are counted as networks count them", () => {
  const size = (text: string) => {
    const { encoding, characters, segments } = measureSms(text);
    return [encoding, characters, segments];
  };
  assert.deepEqual(size("a".repeat(160)), ["gsm7", 160, 1]);
  assert.deepEqual(size("a".repeat(161)), ["gsm7", 161, 2]);
  assert.deepEqual(size("€".repeat(80)), ["gsm7", 160, 1]);
  // An escape is not parted from its character: 76 of them in a segment of 153.
  assert.deepEqual(size("€".repeat(153)), ["gsm7", 306, 3]);
  assert.deepEqual(size("ç".repeat(70)), ["ucs2", 70, 1]);
  assert.deepEqual(size("ç".repeat(71)), ["ucs2", 71, 2]);
  assert.deepEqual(size("😀".repeat(67)), ["ucs2", 134, 3]);
  assert.deepEqual(measureSms("Olá, até já").beyond_gsm7, ["á"]);
});

test("every text that comes with the service is one that the service accepts, in every language", () => {
  const sample = { base_url: "https://rounds.example", business: "Rounds", date: "2026-11-24" };
  for (const event of NOTIFICATION_EVENTS)
    for (const channel of CHANNELS)
      for (const language of LANGUAGES) {
        const template = getDefaultTemplate(event, channel, language);
        assert.deepEqual(findTemplateFaults(template, event, channel), [], `${event} ${channel} ${language}`);
        const { text } = render(template, channel, buildSampleValues(sample, language), language);
        assert.doesNotMatch(text, /[{}]/);
      }
});

test("a variable that does not exist is named with the nearest ones", () => {
  const [fault] = findTemplateFaults({ subject: "", body: "{nmuber} {stop_link}" }, "delivered", "sms");
  assert.equal(fault?.field, "body");
  assert.match(fault?.message.en ?? "", /\{nmuber\}.*\{number\}/);
  // Only e-mails have a link that ends them.
  assert.equal(findTemplateFaults({ subject: "", body: "{stop_link}" }, "delivered", "sms").length, 1);
});

test("what people wrote is inserted once, escaped, and cannot begin another line", () => {
  const values: Values = {
    ...buildSampleValues({ base_url: "https://rounds.example", business: "A & B", date: "2026-11-24" }, "en"),
    name: '{link}<img src=x onerror="alert(1)">\r\nBcc: all@example.com',
  };
  const { subject, text, html } = render(
    { subject: "For {name}", body: "Hello {name} <b>\n{link}" },
    "email",
    values,
    "en",
  );
  assert.doesNotMatch(subject, /[\r\n]/);
  assert.equal(text.split("\n").length, 3);
  assert.ok(text.startsWith('Hello {link}<img src=x onerror="alert(1)"> Bcc: all@example.com <b>'));
  assert.ok(html?.includes("Hello {link}&lt;img src=x onerror=&quot;alert(1)&quot;&gt; Bcc"));
  assert.ok(html?.includes("&lt;b&gt;"));
  assert.equal(html?.match(/<a href/g)?.length, 1);
});

test("a reply that is one of the known words ends or begins notifications; a sentence with it does not", () => {
  assert.deepEqual(["stop", " STOP. ", "Parar", "退订", "start"].map(readReply), [
    "stop",
    "stop",
    "stop",
    "stop",
    "start",
  ]);
  assert.deepEqual(["please stop at the gate", "", "ok"].map(readReply), [null, null, null]);
});

test("language and time zone are those of the recipient's country where there is one answer", () => {
  assert.equal(chooseRecipientLanguage("ja", "BR", "en"), "ja");
  assert.equal(chooseRecipientLanguage(null, "BR", "en"), "pt");
  assert.equal(chooseRecipientLanguage(null, "CH", "de-CH"), "de");
  assert.equal(chooseRecipientLanguage(null, "", "xx"), "en");
  assert.equal(chooseTimeZone("JP", "Europe/Lisbon"), "Asia/Tokyo");
  assert.equal(chooseTimeZone("BR", "America/Sao_Paulo"), "America/Sao_Paulo");
  assert.equal(chooseTimeZone("", "UTC"), "UTC");
});

test("the driver is expected within two hours around the plan, moved by a late departure", () => {
  const arrival = { window_start: null, window_end: null, planned_arrival_at: "2026-11-24T14:10:00Z" };
  assert.deepEqual(computeTimeRange({ ...arrival, late_ms: 0 }), {
    start: new Date("2026-11-24T13:30:00Z"),
    end: new Date("2026-11-24T15:30:00Z"),
  });
  assert.deepEqual(
    computeTimeRange({ ...arrival, late_ms: 25 * 60_000 })?.start,
    new Date("2026-11-24T14:00:00Z"),
  );
  assert.equal(computeTimeRange({ ...arrival, planned_arrival_at: null, late_ms: 0 }), null);
});
