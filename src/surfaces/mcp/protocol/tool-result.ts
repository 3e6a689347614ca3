/**
 * Members of the result of a tool. Clients older than 2025-06-18 read the text, later ones the structure; both are the
 * same JSON text.
 */
import type { ToolResult } from "./server.ts";

export function buildToolMembers(text: string): string {
  return `"content":[{"type":"text","text":${JSON.stringify(text)}}],"structuredContent":${text}`;
}

/** The JSON text of a result that is part of another. */
export function buildInlinedResult({ structured, is_error }: ToolResult): string {
  const text = typeof structured === "string" ? structured : JSON.stringify(structured);
  return `{${buildToolMembers(text)},"resultType":"complete"${is_error === true ? ',"isError":true' : ""}}`;
}
