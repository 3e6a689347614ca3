/** Why the plan gave an order its driver, or none: what the other drivers would cost, or what refuses them. */
import { Badge, Drawer } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMe } from "../../../api/session.ts";
import { duration, kilometres, money } from "../../../parts/format.ts";
import { nameCode } from "../../../parts/labels.ts";
import { RecordLink } from "../../../parts/record-link.tsx";
import { Loaded } from "../../../parts/states.tsx";
import { planRunOrderQuery } from "./queries.ts";
import { text } from "./text.ts";

export function OrderChoice({
  plan_run_id,
  order_id,
  close,
}: {
  plan_run_id: number;
  order_id: number | null;
  close: () => void;
}) {
  return (
    <Drawer
      opened={order_id !== null}
      onClose={close}
      position="right"
      title={text.choice.title({ order_id: order_id ?? 0 })}
      closeButtonProps={{ "aria-label": text.choice.close }}
    >
      {order_id === null ? null : <Choices plan_run_id={plan_run_id} order_id={order_id} />}
    </Drawer>
  );
}

function Choices({ plan_run_id, order_id }: { plan_run_id: number; order_id: number }) {
  const query = useQuery(planRunOrderQuery(plan_run_id, order_id));
  const currency = useMe().business?.currency;
  return (
    <Loaded query={query}>
      {({ driver_name, reason, choices }) => (
        <div className="stack">
          <p>
            {driver_name === null
              ? text.choice.left_out({ reason: nameCode(text.left_out.reasons, reason ?? "") })
              : text.choice.with_driver({ driver: driver_name })}
          </p>
          <RecordLink type="order" id={order_id} inherit>
            {text.choice.open_order}
          </RecordLink>
          {choices.length === 0 ? <p className="dim">{text.choice.none}</p> : null}
          <ul className="list" aria-label={text.choice.others}>
            {choices.map((choice) => (
              <li key={choice.driver_id} className="row apart nowrap" style={{ padding: "8px 0" }}>
                <span>
                  <span className="strong">{choice.driver_name}</span>
                  {choice.is_new_vehicle ? (
                    <span className="dim small"> {text.choice.new_vehicle}</span>
                  ) : null}
                  {choice.missing_skills.length > 0 ? (
                    <span className="dim small"> {choice.missing_skills.join(", ")}</span>
                  ) : null}
                </span>
                {choice.refused_by === null ? (
                  <span className="num small" style={{ textAlign: "right" }}>
                    {signed(choice.extra_distance_m ?? 0, kilometres)} ·{" "}
                    {signed(choice.extra_duration_s ?? 0, duration)} ·{" "}
                    {signed(choice.extra_cost_minor ?? 0, (minor) => money(minor, currency))}
                  </span>
                ) : (
                  <Badge variant="light" color="yellow" style={{ flexShrink: 0 }}>
                    {text.choice.refused[choice.refused_by]}
                  </Badge>
                )}
              </li>
            ))}
          </ul>
          <p className="dim small">{text.choice.about}</p>
        </div>
      )}
    </Loaded>
  );
}

function signed(value: number, format: (value: number) => string): string {
  return `${value > 0 ? "+" : value < 0 ? "−" : ""}${format(Math.abs(value))}`;
}
