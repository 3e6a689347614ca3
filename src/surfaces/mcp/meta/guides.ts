/** The guides of `docs/guides/`, with the URL of this installation filled in, also in their links. */
import { existsSync } from "node:fs";
import path from "node:path";
import Type from "typebox";
import { Refusal } from "#operation/define/refusal.ts";
import type { ToolWords } from "#operation/define/tools.ts";
import { fields, refusals } from "#operation/response/platform-messages.ts";
import { loadDocument, withAbsoluteLinks } from "../../discovery/documents.ts";
import { splitText } from "../answer-size.ts";
import type { MetaTool } from "../tool.ts";

const FOLDER = path.resolve(import.meta.dirname, "../../../../docs/guides");

interface Guide extends ToolWords {
  name: string;
  file: string;
  of: string;
}

const GUIDES: readonly Guide[] = [
  {
    name: "get_integration_guide",
    file: "integration.md",
    of: "integration",
    use: "First, when you write an integration.",
    next: ["get_api_endpoints", "get_webhook_guide"],
    example: { section: "Errors" },
  },
  {
    name: "get_otep_guide",
    file: "otep.md",
    of: "OTEP development",
    use: "Before you write or read tracking documents.",
    next: ["validate_otep_payload", "get_otep_tracking"],
    example: {},
  },
  {
    name: "get_webhook_guide",
    file: "webhooks.md",
    of: "webhook integration",
    use: "Before you write a receiver.",
    next: ["update_webhook_settings", "verify_webhook_signature"],
    example: {},
  },
];

/** A guide whose file does not exist has no tool. */
export function guideTools(): MetaTool[] {
  return GUIDES.filter(({ file }) => existsSync(path.join(FOLDER, file))).map(
    ({ name, file, of, use, next, example }) => ({
      name,
      servers: ["developer"],
      summary: `Read the ${of} guide`,
      description: `The ${of} guide, Markdown; one section of it when asked for by its heading. Public: needs no token.`,
      is_public: true,
      effect: "read",
      use,
      next,
      example,
      input: Type.Object({
        section: Type.Optional(
          Type.String({ maxLength: 100, description: "A heading of the guide; all of it when absent." }),
        ),
        part: Type.Optional(
          Type.Integer({ minimum: 1, maximum: 100, default: 1, description: "As next says." }),
        ),
      }),
      output: Type.Object({
        title: Type.String(),
        sections: Type.Array(Type.String()),
        markdown: Type.String(),
        part: Type.Integer(),
        parts: Type.Integer(),
        next: Type.Optional(Type.Object({}, { description: "The arguments of the call for the next part." })),
      }),
      run({ runtime, input }) {
        const { base_url } = runtime.settings;
        const place = `docs/guides/${file}`;
        const text = withAbsoluteLinks(loadDocument(place, base_url), place, base_url);
        const section = input["section"] as string | undefined;
        return { answer: findPart(findSection(text, section), section, input["part"] as number | undefined) };
      },
    }),
  );
}

/** Refused with the number of parts that there are. */
function findPart(guide_section: ReturnType<typeof findSection>, section: string | undefined, part = 1) {
  const parts = splitText(guide_section.markdown);
  const markdown = parts[part - 1];
  if (markdown === undefined)
    throw new Refusal("invalid_request", "invalid", {
      message: refusals.arguments_not_valid,
      errors: [{ field: "part", message: fields.parts.with({ parts: parts.length }) }],
    });
  const next = section === undefined ? { part: part + 1 } : { section, part: part + 1 };
  return { ...guide_section, markdown, part, parts: parts.length, ...(part < parts.length ? { next } : {}) };
}

/** Refused with the sections that there are: the whole guide is what the caller did not ask for. */
function findSection(
  text: string,
  wanted_title: string | undefined,
): { title: string; sections: string[]; markdown: string } {
  const parts = text.split(/^(?=## )/m);
  const headings = parts.map((part) => /^#+ (.*)/.exec(part)?.[1] ?? "");
  const [title = "", ...sections] = headings;
  if (wanted_title === undefined) return { title, sections, markdown: text };
  const markdown =
    parts[headings.findIndex((heading) => heading.toLowerCase().includes(wanted_title.toLowerCase()))];
  if (markdown === undefined)
    throw new Refusal("invalid_request", "invalid", {
      message: refusals.arguments_not_valid,
      errors: [{ field: "section", message: fields.no_heading.with({ sections: sections.join("; ") }) }],
    });
  return { title, sections, markdown };
}
