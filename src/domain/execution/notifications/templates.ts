/**
 * Templates: text with variables in braces. One that does not exist is refused when a template is stored; values are inserted
 * once, so braces, markup and line breaks in them stay what they are.
 */
import { TEXT_MAX } from "#providers/sms/port.ts";
import { DEFAULT_WORDS, STOP_LINE } from "./default-texts.ts";
import type { Channel, NotificationEvent } from "./rules.ts";

const EVERYWHERE = ["business", "number", "reference", "name", "date", "link"] as const;
const TIMED = ["time_range"] as const;
/** Variables of some events, beside those that every event has. */
const OF_EVENT: Partial<Record<NotificationEvent, readonly Variable[]>> = {
  created: TIMED,
  rescheduled: TIMED,
  at_warehouse: ["warehouse"],
  out_for_delivery: TIMED,
  near: ["time_range", "stops"],
  delivered: ["time"],
  failed: ["time"],
};

export const VARIABLES = [
  ...EVERYWHERE,
  ...TIMED,
  "warehouse",
  "stops",
  "time",
  // E-mail alone: who gets a text message replies.
  "stop_link",
] as const;
export type Variable = (typeof VARIABLES)[number];
export type Values = Record<Variable, string>;

const LINKS: readonly string[] = ["link", "stop_link"];

export function listVariables(event: NotificationEvent, channel: Channel): Variable[] {
  return [
    ...EVERYWHERE,
    ...(OF_EVENT[event] ?? []),
    ...(channel === "email" ? (["stop_link"] as const) : []),
  ];
}

export interface Template {
  /** Subject of an e-mail, title of a push message; empty for a text message. */
  subject: string;
  body: string;
}

export function getDefaultTemplate(event: NotificationEvent, channel: Channel, language: string): Template {
  const { subject, text } = DEFAULT_WORDS[event];
  const words = text.text(language);
  const title = subject.text(language);
  if (channel === "sms") return { subject: "", body: `${words} {link}` };
  if (channel === "web_push") return { subject: title, body: words };
  return { subject: title, body: `${words}\n\n{link}\n\n${STOP_LINE.text(language)}` };
}

const PART = /\{([^{}]*)\}/g;

export interface UnknownVariable {
  name: string;
  /** The known names that are most like it, best first. */
  nearest: string[];
}

/** Variables of a text that its event and channel do not have. */
export function findUnknownVariables(
  text: string,
  event: NotificationEvent,
  channel: Channel,
): UnknownVariable[] {
  const variables: readonly string[] = listVariables(event, channel);
  const names = new Set([...text.matchAll(PART)].map(([, name = ""]) => name));
  return [...names]
    .filter((name) => !variables.includes(name))
    .map((name) => ({ name, nearest: findNearest(name, variables) }));
}

function findNearest(name: string, variables: readonly string[]): string[] {
  return variables
    .map((one) => ({ one, distance: computeDistance(name.trim().toLowerCase(), one) }))
    .sort((one, other) => one.distance - other.distance)
    .slice(0, 3)
    .map(({ one }) => one);
}

/** Insertions, deletions and replacements of single characters that turn one word into another (Levenshtein). */
function computeDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = (row[j - 1] as number) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] as number) + 1, (next[j - 1] as number) + 1, replaced));
    }
    row = next;
  }
  return row[to.length] as number;
}

export interface Rendered {
  subject: string;
  text: string;
  /** Of e-mail. */
  html: string | null;
}

const VALUE_MAX = 120;
/** A push message has at most 4 KiB of UTF-8. */
const PUSH_MAX = 500;

/** A text that is made of no template. Of what stands in it, `links` alone become links. */
export function renderText(
  { subject, text }: { subject: string; text: string },
  channel: "sms" | "email",
  links: readonly string[],
  language: string,
): Rendered {
  if (channel === "sms") return { subject: "", text: clip(simplifyPunctuation(text), TEXT_MAX), html: null };
  const linked = links
    .filter((link) => link !== "")
    .map(escapeHtml)
    .reduce((html, link) => html.replaceAll(link, linkTo(link)), escapeHtml(text));
  return { subject: cleanValue(subject), text: `${text}\n`, html: wrapHtml(linked, language) };
}

export function render(template: Template, channel: Channel, values: Values, language: string): Rendered {
  const clean = cleanValues(values);
  const subject = fill(template.subject, clean).replaceAll(/\s+/g, " ").trim();
  const text = fill(template.body, clean);
  if (channel === "sms") return { subject: "", text: clip(simplifyPunctuation(text), TEXT_MAX), html: null };
  if (channel === "web_push")
    return { subject: clip(subject, VALUE_MAX), text: clip(text, PUSH_MAX), html: null };
  return { subject, text: `${text}\n`, html: toHtml(template.body, clean, language) };
}

function cleanValues(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, LINKS.includes(name) ? value : cleanValue(value)]),
  ) as Values;
}

/** What people wrote becomes one line, without control characters, that cannot be long. */
export function cleanValue(value: string): string {
  return clip(value.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim(), VALUE_MAX);
}

/** A typographic quote or dash would more than halve the length of each segment. */
function simplifyPunctuation(text: string): string {
  return text
    .replaceAll(/[‘’‚′]/g, "'")
    .replaceAll(/[“”„]/g, '"')
    .replaceAll(/[–—]/g, "-")
    .replaceAll(/[\u00a0\u2009\u202f]/g, " ")
    .replaceAll("…", "...");
}

function clip(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 3).replace(/[\uD800-\uDBFF]$/, "")}...`;
}

/** In one pass: what a value contains is not a variable. */
function fill(text: string, values: Values): string {
  return text.replaceAll(PART, (part, name: string) =>
    Object.hasOwn(values, name) ? values[name as Variable] : part,
  );
}

/** Text and values are escaped; only links of ours become links. */
function toHtml(body: string, values: Values, language: string): string {
  const pieces: string[] = [];
  let last = 0;
  for (const match of body.matchAll(PART)) {
    const [part, name = ""] = match;
    pieces.push(escapeHtml(body.slice(last, match.index)));
    const value = Object.hasOwn(values, name) ? values[name as Variable] : part;
    const escaped = escapeHtml(value);
    pieces.push(LINKS.includes(name) && /^https?:\/\//.test(value) ? linkTo(escaped) : escaped);
    last = match.index + part.length;
  }
  pieces.push(escapeHtml(body.slice(last)));
  return wrapHtml(pieces.join(""), language);
}

const linkTo = (escaped: string) =>
  `<a href="${escaped}" style="color:#20568f;word-break:break-all">${escaped}</a>`;

/** Paragraphs of what is escaped already. */
function wrapHtml(html: string, language: string): string {
  const paragraphs = html
    .split(/\n{2,}/)
    .map((paragraph) => `<p style="margin:0 0 16px">${paragraph.trim().replaceAll("\n", "<br>")}</p>`)
    .join("\n");
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;padding:24px;background:#f6f3ee;color:#2a2620;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:24px;background:#fff;border-radius:8px">
${paragraphs}
</div></body></html>
`;
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (one) => ENTITIES[one] as string);
}
