/** Orders that a hand-over would leave as they are, and why. */
const SHOWN = 6;

export function LeftAlone({
  lead,
  errors,
}: {
  lead: string;
  errors: readonly { order_id: number; message: string }[];
}) {
  return (
    <div className="stack tight">
      <p>{lead}</p>
      {errors.length > 0 ? (
        <ul className="small">
          {errors.slice(0, SHOWN).map(({ order_id, message }) => (
            <li key={order_id}>
              <span className="num dim">Order {order_id}</span> {message}
            </li>
          ))}
          {errors.length > SHOWN ? <li className="dim">and {errors.length - SHOWN} more</li> : null}
        </ul>
      ) : null}
    </div>
  );
}
