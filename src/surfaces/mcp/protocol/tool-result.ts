/**
 * Members of the result of a tool. Clients older than 2025-06-18 read the text, later ones the structure; both are the
 * same JSON text.
 */
import type { EmbeddedFile, ToolResult } from "./server.ts";

export function buildToolMembers(text: string, files: readonly EmbeddedFile[] = []): string {
  const embedded = files.map(
    ({ uri, mime_type, base64 }) =>
      `,${JSON.stringify({ type: "resource", resource: { uri, mimeType: mime_type, blob: base64 } })}`,
  );
  return `"content":[{"type":"text","text":${JSON.stringify(text)}}${embedded.join("")}],"structuredContent":${text}`;
}

/** The JSON text of a result that is part of another. */
export function buildInlinedResult({ structured, is_error, files }: ToolResult): string {
  const text = typeof structured === "string" ? structured : JSON.stringify(structured);
  return `{${buildToolMembers(text, files)},"resultType":"complete"${is_error === true ? ',"isError":true' : ""}}`;
}
