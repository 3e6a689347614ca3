/**
 * Colours: warm neutrals and one accent, saddle. Every text colour has a contrast of at least 4.5:1 on its
 * background.
 */
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";

const saddle: MantineColorsTuple = [
  "#fdf3ea",
  "#f8e2cf",
  "#efc5a0",
  "#e5a56d",
  "#da8843",
  "#c56d26",
  "#ac5719",
  "#964812",
  "#7c3b0f",
  "#5f2d0c",
];

const gray: MantineColorsTuple = [
  "#faf8f5",
  "#f4f1ec",
  "#e9e4dc",
  "#dad3c8",
  "#c3baac",
  "#9c9284",
  "#6f6659",
  "#585046",
  "#3d3730",
  "#25211c",
];

const dark: MantineColorsTuple = [
  "#ece6dd",
  "#d3cbbf",
  "#b0a698",
  "#8b8174",
  "#544c42",
  "#3b352d",
  "#2b2620",
  "#201c17",
  "#181511",
  "#100e0b",
];

const SANS =
  '"Inter Variable", Inter, ui-sans-serif, "Segoe UI Variable Text", "Segoe UI", -apple-system, system-ui, "Noto Sans", sans-serif';
const MONO = 'ui-monospace, "SF Mono", "Cascadia Code", "Noto Sans Mono", "DejaVu Sans Mono", monospace';

const CLOSE = { "aria-label": "Close" };

/** So that a menu has the keys from the start. The focus trap would ask a disabled item, which takes no focus. */
function focusFirstItem(dropdown: HTMLElement | null): void {
  if (dropdown === null) return;
  const item = dropdown.querySelector<HTMLElement>("[data-menu-item]:not(:disabled)");
  // After the menu has its place.
  setTimeout(() => (item ?? dropdown).focus({ preventScroll: true }));
}

export const theme = createTheme({
  primaryColor: "saddle",
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  colors: { saddle, gray, dark },
  fontFamily: SANS,
  fontFamilyMonospace: MONO,
  headings: { fontFamily: SANS, fontWeight: "650" },
  fontSizes: { xs: "0.75rem", sm: "0.8125rem", md: "0.875rem", lg: "1rem", xl: "1.125rem" },
  defaultRadius: 8,
  cursorType: "pointer",
  focusRing: "auto",
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: "sm" } },
    TextInput: { defaultProps: { size: "sm" } },
    NumberInput: { defaultProps: { size: "sm" } },
    Select: { defaultProps: { size: "sm", comboboxProps: { shadow: "md" } } },
    MultiSelect: { defaultProps: { size: "sm", comboboxProps: { shadow: "md" } } },
    Textarea: { defaultProps: { size: "sm" } },
    Modal: {
      defaultProps: {
        centered: true,
        radius: 12,
        overlayProps: { backgroundOpacity: 0.4, blur: 2 },
        closeButtonProps: CLOSE,
      },
    },
    Drawer: {
      defaultProps: { position: "right", overlayProps: { backgroundOpacity: 0.3 }, closeButtonProps: CLOSE },
    },
    Portal: { defaultProps: { target: "#over" } },
    Notification: { defaultProps: { closeButtonProps: CLOSE } },
    Tooltip: { defaultProps: { openDelay: 350, withArrow: false } },
    // The placeholder for the focus is not an item, and a menu may hold only items.
    Menu: { defaultProps: { shadow: "md", radius: 10, withInitialFocusPlaceholder: false } },
    MenuDropdown: { defaultProps: { ref: focusFirstItem } },
  },
});

/** CSS variables of our style sheets; the three lists are: both schemes, light, dark. */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-body": "#fbf9f6",
    "--mantine-color-text": "#25211c",
    "--mantine-color-dimmed": "#6a6156",
    "--mantine-color-placeholder": "#766d61",
    "--mantine-color-default-border": "#ddd6cb",
    "--mantine-color-error": "#b42318",
    "--mantine-color-anchor": "#8a4211",
    "--ph-ground": "#f4f1ec",
    "--ph-sheet": "#ffffff",
    "--ph-sunk": "#f4f1ec",
    "--ph-hover": "#f7f3ed",
    "--ph-line": "#e7e1d8",
    "--ph-line-strong": "#cfc6b9",
    "--ph-accent": "#964812",
    "--ph-accent-soft": "#fbeddf",
    "--ph-accent-text": "#7c3b0f",
    "--ph-rail": "#211c17",
    "--ph-shadow": "0 1px 2px rgb(60 45 25 / 6%), 0 4px 16px rgb(60 45 25 / 6%)",
    "--ph-good": "#1c6b47",
    "--ph-good-soft": "#e2f2e9",
    "--ph-bad": "#b42318",
    "--ph-bad-soft": "#fdeae7",
    "--ph-warn": "#8a5300",
    "--ph-warn-soft": "#fcf0d6",
    "--ph-blue": "#20568f",
    "--ph-blue-soft": "#e4eef9",
    "--ph-violet": "#6a3f93",
    "--ph-violet-soft": "#f1e9f8",
    "--ph-teal": "#0d6470",
    "--ph-teal-soft": "#dff1f3",
    "--ph-grey": "#585046",
    "--ph-grey-soft": "#efebe4",
  },
  dark: {
    "--mantine-color-body": "#16130f",
    "--mantine-color-text": "#ece6dd",
    "--mantine-color-dimmed": "#a99f91",
    "--mantine-color-placeholder": "#938979",
    "--mantine-color-default-border": "#3b352d",
    "--mantine-color-error": "#ff9c8f",
    "--mantine-color-anchor": "#e9aa72",
    "--ph-ground": "#100e0b",
    "--ph-sheet": "#1c1814",
    "--ph-sunk": "#15120e",
    "--ph-hover": "#241f1a",
    "--ph-line": "#2e2822",
    "--ph-line-strong": "#4a4238",
    "--ph-accent": "#da8843",
    "--ph-accent-soft": "#3a2614",
    "--ph-accent-text": "#f0b580",
    "--ph-rail": "#0c0a08",
    "--ph-shadow": "0 1px 2px rgb(0 0 0 / 40%), 0 6px 20px rgb(0 0 0 / 30%)",
    "--ph-good": "#7bd3a4",
    "--ph-good-soft": "#153527",
    "--ph-bad": "#ff9c8f",
    "--ph-bad-soft": "#44191a",
    "--ph-warn": "#f0c069",
    "--ph-warn-soft": "#3a2c0d",
    "--ph-blue": "#93bdf0",
    "--ph-blue-soft": "#182c44",
    "--ph-violet": "#cda8f0",
    "--ph-violet-soft": "#31213f",
    "--ph-teal": "#7dd0db",
    "--ph-teal-soft": "#0f3238",
    "--ph-grey": "#bfb5a7",
    "--ph-grey-soft": "#2b2620",
  },
});
