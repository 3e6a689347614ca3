/** Where the chosen piece is, what its place would break, and what can be done with it. */
import { Button, NumberInput } from "@mantine/core";
import { IconArrowBarToDown, IconRotate2 } from "#icons";
import type { LoadingViolation } from "../../../../packages/client/client.gen.ts";
import { getRules, toMemberProps } from "../../../parts/form-rules.ts";
import { describeViolation, type LoadingPlan, type Piece } from "./queries.ts";
import { text } from "./text.ts";

interface Props {
  plan: LoadingPlan;
  piece: Piece;
  is_new: boolean;
  is_checked: boolean;
  violations: readonly LoadingViolation[];
  is_saving: boolean;
  onChange: (piece: Piece) => void;
  onRest: () => void;
  onKeep: () => void;
  onTakeOut: () => void;
  onLeave: () => void;
}

const RULES = getRules("loadingPlanMove");

const PLACES = [
  ["x_mm", "along"],
  ["y_mm", "across"],
  ["z_mm", "above"],
] as const;

export function MovePanel(props: Props) {
  const { plan, piece, is_new, is_checked, violations, is_saving } = props;
  const name = plan.items.find(({ ref }) => ref === piece.item)?.name ?? piece.item;
  const kinds = [...new Set(violations.map(({ kind }) => kind))];
  return (
    <fieldset className="move-panel" aria-label={text.move_title({ name })}>
      <div className="row apart">
        <span className="strong cut">{text.move_title({ name })}</span>
        <span className="row tight">
          <Button size="xs" variant="default" onClick={props.onLeave}>
            {text.leave}
          </Button>
          {is_new ? null : (
            <Button size="xs" variant="default" color="red" loading={is_saving} onClick={props.onTakeOut}>
              {text.take_out}
            </Button>
          )}
          <Button
            size="xs"
            loading={is_saving}
            disabled={!is_checked || violations.length > 0}
            onClick={props.onKeep}
          >
            {text.keep}
          </Button>
        </span>
      </div>
      <div className="move-sides">
        {PLACES.map(([member, label]) => (
          <NumberInput
            key={member}
            size="xs"
            label={text[label]}
            step={10}
            {...toMemberProps(RULES, `moves.0.to.${member}`, { required: false, unit: null })}
            value={piece[member]}
            onChange={(value) => typeof value === "number" && props.onChange({ ...piece, [member]: value })}
          />
        ))}
      </div>
      <div className="row tight">
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconRotate2 size={13} />}
          onClick={() => props.onChange({ ...piece, size_x_mm: piece.size_y_mm, size_y_mm: piece.size_x_mm })}
        >
          {text.turn_piece}
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconArrowBarToDown size={13} />}
          onClick={props.onRest}
        >
          {text.drop}
        </Button>
      </div>
      <div aria-live="polite" className="small">
        {kinds.length > 0 ? (
          <ul className="stack tight" style={{ gap: 2, color: "var(--mantine-color-error)" }}>
            {kinds.map((kind) => (
              <li key={kind}>{describeViolation(kind)}</li>
            ))}
          </ul>
        ) : is_checked ? (
          <span className="dim">{text.fits}</span>
        ) : (
          <span className="dim">{text.checking}</span>
        )}
      </div>
      <p className="dim small">{text.move_about}</p>
    </fieldset>
  );
}
