/** What a token may do, in words and in numbers of tools, while its permissions are chosen. */
import { useQuery } from "@tanstack/react-query";
import { useMe } from "../../../../api/session.ts";
import { Loaded, Waiting } from "../../../../parts/states.tsx";
import { type AgentTool, toolsQuery } from "../../agents/queries.ts";
import { PermissionSummary } from "../permissions.tsx";
import { permissionsQuery } from "../queries.ts";
import { text } from "./text.ts";
import { computeTokenAccess, findProfileScopes } from "./token-access.ts";
import "./tokens.css";

function useAccount() {
  const { permissions, user } = useMe();
  return { permissions, role: user.role };
}

/** `profile` "own": the scopes that were chosen one by one. */
export function TokenAccessSummary({ profile, scopes }: { profile: string; scopes: readonly string[] }) {
  const account = useAccount();
  const catalogue = useQuery(permissionsQuery);
  const tools = useQuery(toolsQuery);
  return (
    <section className="look-ahead stack tight" aria-label={text.may_do}>
      <h3>{text.may_do}</h3>
      <Loaded query={tools} fallback={<Waiting rows={2} />}>
        {(overview) => {
          const chosen_scopes = profile === "own" ? scopes : findProfileScopes(overview, profile);
          const { permissions, reads, writes, high } = computeTokenAccess(overview, chosen_scopes, account);
          if (permissions.size === 0)
            return (
              <p className="dim small" aria-live="polite">
                {profile === "own" ? text.may_nothing : text.may_none_of}
              </p>
            );
          return (
            <>
              <dl className="reach" aria-live="polite">
                {(
                  [
                    ["reads", reads.length],
                    ["writes", writes.length],
                    ["high", high.length],
                  ] as const
                ).map(([kind, n]) => (
                  <div key={kind} className={kind === "high" && n > 0 ? "tone-warn" : undefined}>
                    <dd className="num">{n}</dd>
                    <dt>{text.counts[kind]}</dt>
                  </div>
                ))}
              </dl>
              {chosen_scopes === null ? <p className="small">{text.may_all}</p> : null}
              {writes.length === 0 ? null : (
                <NamedTools words={text.writes({ n: writes.length })} tools={writes} />
              )}
              {high.length === 0 ? (
                <p className="dim small">{text.high_none}</p>
              ) : (
                <NamedTools words={text.high({ n: high.length })} about={text.high_about} tools={high} />
              )}
              <Loaded query={catalogue} fallback={<Waiting rows={3} />}>
                {(catalogue) => (
                  <details open={chosen_scopes !== null && profile !== "own"}>
                    <summary className="small">{text.in_words({ n: permissions.size })}</summary>
                    <PermissionSummary
                      permissions={catalogue.permissions.filter(({ permission }) =>
                        permissions.has(permission),
                      )}
                    />
                  </details>
                )}
              </Loaded>
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

function NamedTools({ words, about, tools }: { words: string; about?: string; tools: readonly AgentTool[] }) {
  return (
    <details>
      <summary className="small">{words}</summary>
      {about === undefined ? null : <p className="small">{about}</p>}
      <ul className="reach-tools small dim">
        {tools.map((tool) => (
          <li key={tool.name}>{nameAmong(tool, tools)}</li>
        ))}
      </ul>
    </details>
  );
}

/** The two servers have the same operation under two names. */
function nameAmong({ name, title }: AgentTool, tools: readonly AgentTool[]): string {
  return tools.some((one) => one.title === title && one.name !== name) ? `${title} (${name})` : title;
}

/** The numbers in one line; nothing until they are known. */
export function TokenAccessLine({ scopes }: { scopes: readonly string[] | null }) {
  const account = useAccount();
  const overview = useQuery(toolsQuery).data;
  if (overview === undefined) return null;
  const { reads, writes, high } = computeTokenAccess(overview, scopes, account);
  const words = [
    text.reads({ n: reads.length }),
    ...(writes.length === 0 ? [] : [text.writes({ n: writes.length })]),
    ...(high.length === 0 ? [] : [text.high({ n: high.length })]),
  ];
  return <div className="dim small">{words.join(" · ")}</div>;
}
