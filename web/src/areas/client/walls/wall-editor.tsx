import { useMutation } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import * as api from "#api/generated/calls/client.ts";
import type { WallLayout, WallScheme, WallTypeface } from "#api/generated/enums.ts";
import { walls as rules } from "#api/generated/rules.json";
import type { Wall, WallSettings, WallTestimonial } from "#api/generated/walls.ts";
import { ApiError } from "#api/http.ts";
import { refusalText } from "#auth/toasts.ts";
import { Button, buttonClass } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { Slider } from "#ui/fields/slider.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { Tabs } from "#ui/tabs.tsx";
import { TextLink } from "#ui/text-link.tsx";
import { contrast, READABLE } from "./contrast.ts";
import { WallItems } from "./wall-items.tsx";

const LAYOUTS: { value: WallLayout; label: string }[] = [
  { value: "grid", label: "Grid" },
  { value: "row", label: "Row, scrolls sideways" },
  { value: "single", label: "One at a time" },
];
const SCHEMES: { value: WallScheme; label: string }[] = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
  { value: "visitor", label: "As the visitor’s device" },
];
const TYPEFACES: { value: WallTypeface; label: string }[] = [
  { value: "ours", label: "Sayso’s" },
  { value: "host", label: "Your website’s" },
];
const COLORS = [
  { name: "accent", label: "Accent" },
  { name: "background", label: "Background" },
  { name: "text", label: "Text" },
] as const;

type Props = {
  clientId: string;
  wall: Wall;
  testimonials: WallTestimonial[];
  onSaved: (wall: Wall) => void;
};

/** The settings of a wall, saved as they are changed, beside the wall itself. */
export function WallEditor({ clientId, wall, testimonials, onSaved }: Props) {
  const { value, change, errors, failure, saving, version, retry } = useAutosave(clientId, wall, onSaved);
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <div className="flex min-w-0 flex-col gap-5">
        <Card title="Testimonials">
          <WallItems clientId={clientId} value={value} testimonials={testimonials} onChange={change} />
          {errors.items && <p className="mt-2 text-sm font-medium text-danger">{errors.items}</p>}
        </Card>
        <Card title="Look">
          <TextField
            label="Name"
            value={value.name}
            maxLength={rules.name}
            error={errors.name}
            onChange={(name) => change({ name })}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <SelectField
              label="Layout"
              value={value.layout}
              options={LAYOUTS}
              onChange={(layout) => change({ layout: layout as WallLayout })}
            />
            <SelectField
              label="Light or dark"
              value={value.scheme}
              options={SCHEMES}
              onChange={(scheme) => change({ scheme: scheme as WallScheme })}
            />
            <SelectField
              label="Typeface"
              value={value.typeface}
              options={TYPEFACES}
              onChange={(typeface) => change({ typeface: typeface as WallTypeface })}
            />
            <Slider
              label="Corners"
              unit="px"
              min={0}
              max={rules.radius}
              value={value.radius}
              onChange={(radius) => change({ radius })}
            />
          </div>
          <div className="mt-4 grid grid-cols-3 gap-4">
            {COLORS.map(({ name, label }) => (
              <ColorField
                key={name}
                label={label}
                value={value[name]}
                onChange={(color) => change({ [name]: color })}
              />
            ))}
          </div>
          {contrast(value.background, value.text) < READABLE && (
            <p className="mt-3 text-sm font-medium text-danger">
              Many visitors cannot read this text on this background. Choose colours that differ more.
            </p>
          )}
          <p className="mt-3 text-sm text-muted">
            {value.scheme === "light"
              ? "Links and buttons have the accent."
              : "Links and buttons have the accent. In the dark, background and text change places."}
            {value.typeface === "host" &&
              " Your website’s typeface appears where its script is used and the visitor’s device has it."}
          </p>
        </Card>
      </div>
      <div className="flex min-w-0 flex-col gap-5 lg:sticky lg:top-4">
        <Card
          title="Preview"
          aside={
            <output className="text-sm font-medium text-muted">
              {saving ? "Saving" : !failure && "Saved"}
            </output>
          }
        >
          {failure && (
            <div className="mb-3 flex flex-wrap items-center gap-3">
              <p role="alert" className="flex-1 basis-48 font-medium text-danger">
                Not saved. {failure}
              </p>
              <Button variant="outlined" onClick={retry}>
                Try again
              </Button>
            </div>
          )}
          <iframe
            key={version}
            src={`${wall.embed_path}?preview=${version}`}
            title={`Preview of ${wall.settings.name}`}
            sandbox="allow-same-origin allow-popups"
            className="block h-[36rem] w-full rounded-control border border-hairline"
          />
          <p className="mt-3 wrap-anywhere">
            <TextLink href={wall.path} newTab>
              {new URL(wall.path, location.origin).href}
            </TextLink>
          </p>
        </Card>
        <Snippets wall={wall} />
      </div>
    </div>
  );
}

type ColorProps = { label: string; value: string; onChange: (color: string) => void };

function ColorField({ label, value, onChange }: ColorProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="text-[0.9375rem] font-semibold">
        {label}
      </label>
      <input
        id={id}
        type="color"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="mt-1 block h-11 w-full cursor-pointer rounded-control border border-control bg-surface p-1"
      />
      <span className="text-sm text-muted tabular-nums">{value}</span>
    </div>
  );
}

type Host = "html" | "wordpress" | "builder";

/** How to show the wall on another site: what to copy, and what that site allows. */
function Snippets({ wall }: { wall: Wall }) {
  const [host, setHost] = useState<Host>("html");
  const address = new URL(wall.path, location.origin).href;
  const { text, advice } = {
    html: {
      text: wall.element,
      advice:
        "For pages whose code you edit. Visitors without JavaScript see a picture that links to the wall.",
    },
    wordpress: {
      text: address,
      advice: "Paste this address on a line of its own. WordPress turns it into the wall.",
    },
    builder: {
      text: wall.frame,
      advice:
        "Paste this into a block for embedded code. It is a frame without a script, because these builders may remove scripts.",
    },
  }[host];
  return (
    <Card title="Put it on your website">
      <Tabs
        label="Website"
        chosen={host}
        onChoose={setHost}
        tabs={[
          { name: "html", label: "HTML" },
          { name: "wordpress", label: "WordPress" },
          { name: "builder", label: "Wix, Squarespace, Shopify" },
        ]}
      >
        <p className="mb-3 max-w-[60ch]">{advice}</p>
        <pre className="mb-3 rounded-control bg-sunken p-3 text-sm whitespace-pre-wrap wrap-anywhere">
          {text}
        </pre>
        <CopyButton
          key={host}
          text={text}
          label={host === "wordpress" ? "Copy address" : "Copy code"}
          copied="Copied"
          className={buttonClass("outlined")}
        />
      </Tabs>
    </Card>
  );
}

/** Wait after the last change before it is saved. */
const PAUSE_MS = 400;

/** Saves settings a moment after each change, one call at a time, and when the editor is closed. */
function useAutosave(clientId: string, wall: Wall, onSaved: (wall: Wall) => void) {
  const [value, setValue] = useState(wall.settings);
  const [sent, setSent] = useState(wall.settings);
  // In the preview's address: one that was used before may be cached.
  const [version, setVersion] = useState(() => Date.now());
  const { mutate, isPending, error } = useMutation({
    mutationFn: (settings: WallSettings) => api.wallsChange(clientId, wall.id, settings),
    onMutate: setSent,
    onSuccess: (saved) => {
      onSaved(saved);
      setVersion((count) => count + 1);
    },
  });
  const isUnsent = value !== sent;
  useEffect(() => {
    if (isPending || !isUnsent) return undefined;
    const timer = setTimeout(mutate, PAUSE_MS, value);
    return () => clearTimeout(timer);
  }, [isPending, isUnsent, mutate, value]);
  const unsent = useRef<WallSettings | null>(null);
  useEffect(() => {
    unsent.current = isUnsent || error ? value : null;
  }, [error, isUnsent, value]);
  const close = useEffectEvent(() => {
    if (unsent.current)
      void api.wallsChange(clientId, wall.id, unsent.current).then(onSaved, () => undefined);
  });
  useEffect(() => () => close(), []);
  return {
    value,
    change: (by: Partial<WallSettings>) => setValue((before) => ({ ...before, ...by })),
    errors: (error instanceof ApiError ? error.fields : {}) as Record<string, string>,
    failure: error && !isPending ? refusalText(error) : null,
    saving: isPending || isUnsent,
    version,
    retry: () => mutate(value),
  };
}
