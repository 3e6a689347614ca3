/**
 * Generates the tables of docs/guides/otep.md from the protocol's data: everything between the markers is
 * replaced.
 */
import { projections } from "#otep/projections.ts";
import { ERROR_RULES, type Rule, WARNING_RULES } from "#otep/validate/rules.ts";
import { codes, getProfile, incidentReasons, phases, profiles, transitions } from "#otep/vocabulary.ts";
import { signedRequest } from "../console/pages/integration/partners/signed-request.ts";

const FORMATS: Record<string, string> = {
  otep: "the native timeline",
  epcis: "GS1 EPCIS 2.0: an EPCISDocument with one ObjectEvent an event, lossless",
  onerecord: "IATA ONE Record: a collection of LogisticsEvents",
  uncefact: "UN/CEFACT: a consignment with transport events, codes of Recommendation 24",
  otlp: "OpenTelemetry: a trace a subject, a span a status",
  aggregator: "a tracking aggregator's tracking object with checkpoints",
  storefront_a: "a storefront's list of fulfilment events",
  shipping_marketplace: "a shipping marketplace's event history and summary",
  marketplace_a: "a marketplace's order lines, each with one status",
  storefront_b: "a storefront's order status and shipment",
  storefront_c: "a storefront's order status and shipment",
  storefront_d: "a storefront's order status and shipment",
  marketplace_b: "a marketplace's receipt with shipments",
  sensorthings: "OGC SensorThings: a Thing with Datastreams and Observations, ready for a deep insert",
};

/** Returns the guide with current tables. Throws when a marker has no table, or a table no marker. */
export function buildGuide(text: string): string {
  const tables: Record<string, string> = {
    phases: phaseTable(),
    transitions: transitionTable(),
    codes: codeTables(),
    reasons: table(
      ["Group", "Reason", "Meaning"],
      incidentReasons.map(({ group, code, label }) => [group, `\`${code}\``, label]),
    ),
    rules: `${ruleTable("Error", ERROR_RULES)}\n\n${ruleTable("Warning", WARNING_RULES)}`,
    formats: formatTable(),
    shell: `\`\`\`bash\n${signedRequest("{base_url}", "pk_…")}\n\`\`\``,
  };
  const used = new Set<string>();
  const filled = text.replaceAll(
    /<!-- generated: (\w+) -->\n[\s\S]*?<!-- end -->/g,
    (_match, name: string) => {
      const table_text = tables[name];
      if (table_text === undefined)
        throw new Error(`docs/guides/otep.md asks for a table "${name}" that there is not.`);
      used.add(name);
      return `<!-- generated: ${name} -->\n${table_text}\n<!-- end -->`;
    },
  );
  const unused_tables = Object.keys(tables).filter((name) => !used.has(name));
  if (unused_tables.length > 0)
    throw new Error(`docs/guides/otep.md has no mark for: ${unused_tables.join(", ")}.`);
  return filled;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}

const words = (list: readonly string[]) => list.map((word) => `\`${word}\``).join(", ");
const core = codes.filter(({ id }) => getProfile(id) === "core");

function phaseTable(): string {
  return table(
    ["Phase", "Core codes", "Ends"],
    [
      ...phases.map(({ name }) => {
        const here = core.filter(({ phase }) => phase === name);
        return [
          `\`${name}\``,
          words(here.filter(({ terminal }) => !terminal).map(({ base }) => base)) || "–",
          words(here.filter(({ terminal }) => terminal).map(({ base }) => base)) || "–",
        ];
      }),
      [
        "that of the status before",
        words(core.filter(({ phase, terminal }) => phase === null && !terminal).map(({ base }) => base)),
        words(core.filter(({ phase, terminal }) => phase === null && terminal).map(({ base }) => base)),
      ],
    ],
  );
}

/** Codes with the same following codes share a row. */
function transitionTable(): string {
  const rows = Map.groupBy(Object.entries(transitions.allowed), ([, to]) => to.join());
  return table(
    ["From", "May go to"],
    [...rows.values()].map((group) => {
      const to = group[0]?.[1] ?? [];
      return [words(group.map(([from]) => from)), to.length === 0 ? "nothing: they are ends" : words(to)];
    }),
  );
}

function codeTables(): string {
  return profiles
    .map(({ name, title }) => {
      const rows = codes.filter(({ id }) => getProfile(id) === name);
      return `### ${name}: ${title}\n\n${table(
        ["Code", "Meaning", "Base", ""],
        rows.map(({ id, label, base, effect, terminal }) => [
          `\`${id.slice(id.lastIndexOf(":") + 1)}\``,
          label,
          `\`${base}\``,
          effect === "annotation" ? "annotation" : terminal ? "end" : "",
        ]),
      )}`;
    })
    .join("\n\n");
}

function ruleTable(kind: string, rules: readonly Rule<string>[]): string {
  return table(
    ["Rule", kind, "A conformant document"],
    rules.map(({ id, code, sentence }) => [id, `\`${code}\``, sentence]),
  );
}

function formatTable(): string {
  return table(
    ["`format`", "Media type", "What"],
    projections.map(({ format, media_type }) => {
      const what = FORMATS[format];
      if (what === undefined) throw new Error(`The format ${format} has no words in scripts/otep-guide.ts.`);
      return [`\`${format}\``, `\`${media_type}\``, what];
    }),
  );
}
