/**
 * The components of Mantine that public pages use, as elements of HTML: in their bundle, imports of `@mantine/core`
 * lead here (`scripts/build-console.ts`). Mantine with its styles would be half of what a recipient loads. Names and
 * props are Mantine's; a component or prop that a public page begins to use is added here.
 */
import {
  type AnchorHTMLAttributes,
  type ButtonHTMLAttributes,
  cloneElement,
  createContext,
  type InputHTMLAttributes,
  type ReactElement,
  type ReactNode,
  type TextareaHTMLAttributes,
  use,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { onSchemeChange, readScheme, type Scheme, setScheme } from "./scheme.ts";

interface Look {
  variant?: string;
  color?: string;
  size?: string;
  loading?: boolean;
  fullWidth?: boolean;
  leftSection?: ReactNode;
  rightSection?: ReactNode;
  radius?: unknown;
  ml?: string;
  mt?: number;
}

const join = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(" ");

type ButtonProps = Look &
  ButtonHTMLAttributes<HTMLButtonElement> &
  AnchorHTMLAttributes<HTMLAnchorElement> & { component?: "a" };

export function Button({
  variant = "filled",
  color: _color,
  size = "sm",
  loading = false,
  fullWidth = false,
  leftSection,
  rightSection,
  radius: _radius,
  ml,
  mt,
  component,
  className,
  children,
  disabled,
  style,
  ...rest
}: ButtonProps) {
  const props = {
    ...rest,
    className: join("plain-button", variant, size, fullWidth && "wide", className),
    style: { ...style, marginInlineStart: ml, marginTop: mt },
  };
  const content = (
    <>
      {leftSection}
      <span>{children}</span>
      {rightSection}
    </>
  );
  return component === "a" ? (
    <a {...props}>{content}</a>
  ) : (
    <button type="button" {...props} disabled={disabled || loading} data-loading={loading || undefined}>
      {content}
    </button>
  );
}

export const ActionIcon = ({ className, ...rest }: ButtonProps) => (
  <Button {...rest} className={join("plain-icon", className)} />
);

export const Anchor = ({ className, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement>) => (
  <a className={join("plain-anchor", className)} {...rest} />
);

interface FieldLook {
  label?: ReactNode;
  description?: ReactNode;
  error?: ReactNode;
  size?: string;
  classNames?: { input?: string };
}

type FieldProps<Element> = Omit<Element, "size"> & FieldLook;

/** Label, description and error around an input, which refers to them. */
function Field({
  label,
  description,
  error,
  className,
  id,
  children,
}: Pick<FieldLook, "label" | "description" | "error"> & {
  className?: string | undefined;
  id?: string | undefined;
  children: (input: { id: string; "aria-invalid"?: true; "aria-describedby"?: string }) => ReactNode;
}) {
  const own_id = useId();
  const name = id ?? own_id;
  const about = join(Boolean(description) && `${name}-about`, Boolean(error) && `${name}-error`);
  return (
    <div className={join("plain-field", className)}>
      {label ? <label htmlFor={name}>{label}</label> : null}
      {description ? (
        <p id={`${name}-about`} className="dim small">
          {description}
        </p>
      ) : null}
      {children({
        id: name,
        ...(error ? { "aria-invalid": true } : {}),
        ...(about === "" ? {} : { "aria-describedby": about }),
      })}
      {error && error !== true ? (
        <p id={`${name}-error`} className="plain-error small">
          {error}
        </p>
      ) : null}
    </div>
  );
}

export function TextInput({
  label,
  description,
  error,
  size = "sm",
  classNames,
  className,
  id,
  ...rest
}: FieldProps<InputHTMLAttributes<HTMLInputElement>>) {
  return (
    <Field label={label} description={description} error={error} className={className} id={id}>
      {(input) => <input {...input} className={join("plain-input", size, classNames?.input)} {...rest} />}
    </Field>
  );
}

/** It grows with its text where the browser can (`field-sizing`). */
export function Textarea({
  label,
  description,
  error,
  size = "sm",
  classNames,
  className,
  id,
  autosize: _autosize,
  minRows = 2,
  ...rest
}: FieldProps<TextareaHTMLAttributes<HTMLTextAreaElement>> & { autosize?: boolean; minRows?: number }) {
  return (
    <Field label={label} description={description} error={error} className={className} id={id}>
      {(input) => (
        <textarea
          {...input}
          rows={minRows}
          className={join("plain-input", "plain-textarea", size, classNames?.input)}
          {...rest}
        />
      )}
    </Field>
  );
}

export function Skeleton({
  height,
  width = "100%",
  radius = 6,
  mt,
}: {
  height?: number | string;
  width?: number | string;
  radius?: number;
  mt?: number;
}) {
  return (
    <span
      className="plain-skeleton"
      style={{ height, width, borderRadius: radius, marginTop: mt }}
      aria-hidden
    />
  );
}

export const Loader = ({ size = 18 }: { size?: number }) => (
  <span className="plain-loader" style={{ width: size, height: size }} aria-hidden />
);

export function Alert({
  title,
  children,
  color,
  variant: _variant,
  ...rest
}: {
  title?: ReactNode;
  children?: ReactNode;
  color?: string;
  variant?: string;
  role?: string;
}) {
  return (
    <div className={join("plain-alert", color)} {...rest}>
      {title ? <p className="strong">{title}</p> : null}
      {children}
    </div>
  );
}

/** The title of what it names is enough for a pointer; its own label is there for everybody else. */
export const Tooltip = ({ label, children }: { label: string; children: ReactElement<{ title?: string }> }) =>
  cloneElement(children, { title: label });

export function CopyButton({
  value,
  children,
}: {
  value: string;
  children: (state: { copied: boolean; copy: () => void }) => ReactNode;
}) {
  const [copied, setCopied] = useState(false);
  const copy = () =>
    void navigator.clipboard.writeText(value).then(() => {
      setCopied(true);
      setTimeout(setCopied, 1000, false);
    });
  return children({ copied, copy });
}

/** Public pages have forms of one step, which warn of nothing. */
export const Modal = ({ opened, children }: { opened: boolean; children: ReactNode }) =>
  opened ? <div role="dialog">{children}</div> : null;

interface MenuState {
  opened: boolean;
  setOpened: (opened: boolean) => void;
  id: string;
}

const MenuContext = createContext<MenuState>({ opened: false, setOpened() {}, id: "" });

function MenuRoot({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState(false);
  const holder = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    if (!opened) return;
    const leave = (event: Event) => {
      if (!holder.current?.contains(event.target as Node)) setOpened(false);
    };
    const press = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setOpened(false);
      holder.current?.querySelector("button")?.focus();
    };
    holder.current?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus();
    document.addEventListener("pointerdown", leave);
    document.addEventListener("focusin", leave);
    document.addEventListener("keydown", press);
    return () => {
      document.removeEventListener("pointerdown", leave);
      document.removeEventListener("focusin", leave);
      document.removeEventListener("keydown", press);
    };
  }, [opened]);
  return (
    <MenuContext value={{ opened, setOpened, id }}>
      <div className="plain-menu" ref={holder}>
        {children}
      </div>
    </MenuContext>
  );
}

function MenuTarget({ children }: { children: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>> }) {
  const { opened, setOpened, id } = use(MenuContext);
  return cloneElement(children, {
    "aria-haspopup": "menu",
    "aria-expanded": opened,
    "aria-controls": opened ? id : undefined,
    onClick: () => setOpened(!opened),
  });
}

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

function MenuDropdown({ children }: { children: ReactNode }) {
  const { opened, id } = use(MenuContext);
  if (!opened) return null;
  return (
    <div
      role="menu"
      id={id}
      tabIndex={-1}
      className="plain-menu-items"
      onKeyDown={(event) => {
        const step = STEPS[event.key];
        if (step === undefined) return;
        event.preventDefault();
        const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
        items[step(items.indexOf(document.activeElement as HTMLElement), items.length)]?.focus();
      }}
    >
      {children}
    </div>
  );
}

const RadioContext = createContext<{ value: string; onChange: (value: string) => void }>({
  value: "",
  onChange() {},
});

const MenuRadioGroup = ({
  children,
  ...state
}: {
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}) => <RadioContext value={state}>{children}</RadioContext>;

function MenuRadioItem({ value, children, lang }: { value: string; children: ReactNode; lang?: string }) {
  const group = use(RadioContext);
  const { setOpened } = use(MenuContext);
  return (
    <button
      type="button"
      role="menuitemradio"
      aria-checked={group.value === value}
      className="plain-menu-item"
      lang={lang}
      onClick={() => {
        setOpened(false);
        group.onChange(value);
      }}
    >
      {children}
    </button>
  );
}

const MenuItem = ({ children, ...rest }: ButtonHTMLAttributes<HTMLButtonElement>) => (
  <button type="button" role="menuitem" className="plain-menu-item" {...rest}>
    {children}
  </button>
);

export const Menu = Object.assign(MenuRoot, {
  Target: MenuTarget,
  Dropdown: MenuDropdown,
  Label: ({ children }: { children: ReactNode }) => <div className="plain-menu-label">{children}</div>,
  Item: MenuItem,
  RadioGroup: MenuRadioGroup,
  RadioItem: MenuRadioItem,
});

function useScheme(): Scheme {
  const [scheme, setShownScheme] = useState(readScheme);
  useEffect(() => onSchemeChange(setShownScheme), []);
  return scheme;
}

export const useComputedColorScheme = (_initial?: Scheme): Scheme => useScheme();
export const useMantineColorScheme = () => ({ colorScheme: useScheme(), setColorScheme: setScheme });

/** The theme is used for its variables only. */
export const createTheme = <Theme,>(theme: Theme): Theme => theme;
