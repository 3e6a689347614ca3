/** Encodes a document in a link: deflated, in the URL fragment, which browsers never send to a server. */

/** Mail programs and chats truncate longer links. */
const LINK_MAX = 8000;

/** `#d=…`; null when the link would be too long. */
export async function encodeHash(text: string): Promise<string | null> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  const hash = `#d=${btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
  return hash.length > LINK_MAX ? null : hash;
}

/** The document of a link; null when there is none, or when it was truncated. */
export async function decodeHash(hash: string): Promise<string | null> {
  const packed = /^#d=([\w-]+)$/.exec(hash)?.[1];
  if (packed === undefined) return null;
  try {
    const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
  } catch {
    return null;
  }
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const answer = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(answer).arrayBuffer());
}
