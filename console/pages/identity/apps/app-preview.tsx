/** Preview of the app's home page on a phone, from the values of the form. */

import { QUICK_ACTION_ICON } from "./labels.ts";
import type { ClientApp, QuickAction } from "./queries.ts";
import { text } from "./text.ts";

const PRIMARY = "#1d4ed8";
const BACKGROUND = "#ffffff";

/** Black or white, whichever has more contrast; the service chooses the same way. */
function contrastColour(colour: string): string {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((from) => {
    const part = Number.parseInt(colour.slice(from, from + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return luminance > 0.179 ? "#000000" : "#ffffff";
}

const isColour = (typed: string | null) => typed !== null && /^#[0-9a-f]{6}$/i.test(typed);

export function Preview({
  name,
  branding,
  actions,
  signs,
}: {
  name: string;
  branding: ClientApp["branding"];
  actions: readonly QuickAction[];
  signs: { email: boolean; idp: boolean; registration: boolean };
}) {
  const primary = isColour(branding.primary_color) ? (branding.primary_color as string) : PRIMARY;
  const ground = isColour(branding.background_color) ? (branding.background_color as string) : BACKGROUND;
  const visible_actions = actions.filter(({ is_hidden, is_on }) => !is_hidden && is_on);
  const ways = signs.email
    ? signs.idp
      ? text.preview.by_both
      : text.preview.by_email
    : signs.idp
      ? text.preview.by_idp
      : text.preview.nobody;
  return (
    <figure className="phone" aria-label={text.preview.label}>
      <div className="phone-screen" style={{ background: ground, color: contrastColour(ground) }}>
        <div className="phone-head" style={{ background: primary, color: contrastColour(primary) }}>
          <span className="phone-logo" aria-hidden style={{ borderColor: contrastColour(primary) }}>
            {name.trim().charAt(0).toUpperCase()}
          </span>
          <p className="phone-name">{name}</p>
          {branding.tagline ? <p className="phone-tagline">{branding.tagline}</p> : null}
        </div>
        <ul className="phone-actions">
          {visible_actions.map(({ id }) => {
            const Icon = QUICK_ACTION_ICON[id];
            return (
              <li
                key={id}
                style={{ borderColor: `color-mix(in srgb, ${contrastColour(ground)} 18%, transparent)` }}
              >
                <span className="phone-icon" style={{ background: primary, color: contrastColour(primary) }}>
                  <Icon size={16} stroke={1.8} aria-hidden />
                </span>
                {text.shortcuts[id]}
              </li>
            );
          })}
        </ul>
        {visible_actions.length === 0 ? <p className="phone-note">{text.preview.no_shortcut}</p> : null}
        <p className="phone-note">
          {ways}
          {signs.registration ? ` ${text.preview.register}` : ""}
        </p>
      </div>
      <figcaption className="dim small">{text.preview.about}</figcaption>
    </figure>
  );
}
