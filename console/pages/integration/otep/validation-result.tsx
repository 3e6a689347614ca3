/** The result of validation: conformance, level, and every finding with its line. */
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from "#icons";
import type { Validation } from "../../../../packages/otep/src/validate.ts";
import { Failure, Waiting } from "../../../parts/states.tsx";
import type { AnyFinding } from "./read-document.ts";
import { text } from "./text.ts";

export interface LocatedFinding extends AnyFinding {
  from: number;
  to: number;
  line: number;
}

export function ValidationResult({
  validation,
  findings,
  error,
  broken,
  retry,
  jump,
}: {
  validation: Validation | undefined;
  findings: readonly LocatedFinding[];
  error: unknown;
  /** The text is not JSON, so the validator was not called. */
  broken: boolean;
  retry: () => void;
  jump: (finding: LocatedFinding) => void;
}) {
  if (error && validation === undefined && !broken) return <Failure error={error} retry={retry} />;
  if (validation === undefined && !broken) return <Waiting rows={3} />;
  const errors = findings.filter(({ severity }) => severity === "error").length;
  const warnings = findings.length - errors;
  const level = errors > 0 || broken ? 0 : (validation?.level ?? 0);
  const Icon = level === 0 ? IconCircleX : IconCircleCheck;
  const summary = validation?.summary;
  const omitted = summary?.omitted ?? 0;
  return (
    <>
      <div
        className={`play-result tone-${level === 0 ? "bad" : "good"}`}
        role="status"
        aria-label={text.result.label}
      >
        <Icon size={26} stroke={1.7} aria-hidden />
        <div>
          <p className="strong">{broken ? text.result.not_json : text.result.levels[level]}</p>
          <p className="small">
            {[
              errors > 0 ? text.result.errors({ n: errors }) : "",
              warnings > 0 ? text.result.warnings({ n: warnings }) : "",
              summary && !broken
                ? text.result.about({
                    events: text.result.events({ n: summary.event_count }),
                    subjects: text.result.subjects({ n: summary.subject_count }),
                  })
                : "",
              summary && !broken && summary.profiles.length > 0 ? summary.profiles.join(", ") : "",
            ]
              .filter(Boolean)
              .join(" · ")}
          </p>
        </div>
      </div>
      {findings.length > 0 ? (
        <ul className="list play-findings" aria-label={text.result.findings}>
          {findings.map((finding) => (
            <li key={`${finding.severity}${finding.path}${finding.code}${finding.message}`}>
              <button type="button" className="list-row" onClick={() => jump(finding)}>
                <IconAlertTriangle
                  size={16}
                  aria-hidden
                  className={finding.severity === "error" ? "play-error" : "play-warning"}
                />
                <span className="grow">
                  {finding.message}
                  <br />
                  <span className="dim small mono">
                    {text.result[finding.severity]} {finding.code}
                    {finding.path === "" ? "" : ` · ${finding.path}`}
                  </span>
                </span>
                <span className="dim small num play-line">{text.result.line({ n: finding.line })}</span>
              </button>
            </li>
          ))}
          {omitted > 0 ? (
            <li className="dim small play-omitted">{text.result.more({ n: omitted })}</li>
          ) : null}
        </ul>
      ) : null}
    </>
  );
}
