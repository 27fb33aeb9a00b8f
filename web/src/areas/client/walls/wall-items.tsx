import { ArrowDown, ArrowUp, GripVertical, Pin, PinOff, Plus, X } from "lucide-react";
import { useEffect, useRef, useState, type ComponentProps } from "react";
import type { WallFilling } from "#api/generated/enums.ts";
import { walls as rules } from "#api/generated/rules.json";
import type { WallItem, WallSettings, WallTestimonial } from "#api/generated/walls.ts";
import { BUBBLE } from "#brand/mark.tsx";
import { formatDate } from "#lib/format.ts";
import { Announcer } from "#ui/announcer.tsx";
import { posterAddress } from "#areas/client/submissions/make-poster.ts";
import { useTags } from "#areas/client/submissions/use-submissions.ts";
import { SelectField } from "#ui/fields/select-field.tsx";

const FILLINGS: { value: WallFilling; label: string }[] = [
  { value: "all", label: "Every published testimonial, newest first" },
  { value: "by-tag", label: "Those with a tag, newest first" },
  { value: "by-hand", label: "Those I choose, in my order" },
];

type Props = {
  clientId: string;
  value: WallSettings;
  testimonials: WallTestimonial[];
  onChange: (by: Partial<WallSettings>) => void;
};

/** Pinned ones come first, as the server stores them. */
const sorted = (items: WallItem[]) => [
  ...items.filter((one) => one.pinned),
  ...items.filter((one) => !one.pinned),
];

/** Which testimonials a wall shows, and in which order. */
export function WallItems({ clientId, value, testimonials, onChange }: Props) {
  const { items, filling } = value;
  const byHand = filling === "by-hand";
  const tags = useTags(clientId);
  const fillings =
    tags.length > 0 || filling === "by-tag"
      ? FILLINGS
      : FILLINGS.filter(({ value: one }) => one !== "by-tag");
  const [dragged, setDragged] = useState<string | null>(null);
  const [message, setMessage] = useState("");
  const list = useRef<HTMLUListElement>(null);
  /** The button that keeps the focus after its line has moved. */
  const pressed = useRef<string | null>(null);
  useEffect(() => {
    if (pressed.current) list.current?.querySelector<HTMLElement>(pressed.current)?.focus();
    pressed.current = null;
  });
  const known = new Map(testimonials.map((one) => [one.id, one]));
  const nameOf = (id: string) => known.get(id)?.customer_name ?? "No longer public";
  const shown = byHand ? items : items.filter(({ pinned }) => pinned);
  const others = testimonials.filter(({ id }) => shown.every((item) => item.id !== id));
  const set = (next: WallItem[]) => onChange({ items: sorted(next) });

  /** Puts one in another's place, among those that are pinned like it. */
  const moveTo = (id: string, target: WallItem | undefined) => {
    const item = items.find((one) => one.id === id);
    if (!item || !target || target.pinned !== item.pinned || target.id === id) return;
    const rest = items.filter((one) => one !== item);
    const at = rest.indexOf(target) + (items.indexOf(item) < items.indexOf(target) ? 1 : 0);
    const next = sorted([...rest.slice(0, at), item, ...rest.slice(at)]);
    set(next);
    setMessage(`${nameOf(id)}: place ${next.findIndex((one) => one.id === id) + 1} of ${next.length}`);
  };
  const put = (id: string, pinned: boolean) => {
    if (items.some((one) => one.id === id))
      set(items.map((one) => (one.id === id ? { ...one, pinned } : one)));
    else set([...items, { id, pinned }]);
  };

  return (
    <>
      <SelectField
        label="Shows"
        value={filling}
        options={fillings}
        onChange={(chosen) =>
          onChange({
            filling: chosen as WallFilling,
            ...(chosen === "by-tag" && { tag: value.tag || tags[0] || "" }),
            // Begins with what the wall has shown so far.
            ...(chosen === "by-hand" &&
              items.length === 0 && {
                items: testimonials.slice(0, rules.items).map(({ id }) => ({ id, pinned: false })),
              }),
          })
        }
      />
      {filling === "by-tag" && (
        <SelectField
          label="Tag"
          value={value.tag}
          // The chosen one may be on no submission any more.
          options={[...new Set([...(value.tag ? [value.tag] : []), ...tags])].map((tag) => ({
            value: tag,
            label: tag,
          }))}
          onChange={(tag) => onChange({ tag })}
        />
      )}
      {testimonials.length === 0 && (
        <p className="mt-4 text-muted">
          None of your testimonials is public yet. Publish some under Submissions, and they appear here.
        </p>
      )}
      {shown.length > 0 && (
        <>
          <h3 className="mt-5 mb-1 text-lg">{byHand ? `On this wall (${shown.length})` : "Pinned"}</h3>
          <ul ref={list} aria-label={byHand ? "On this wall" : "Pinned"}>
            {shown.map((item, index) => {
              const { id, pinned } = item;
              const name = nameOf(id);
              const step = (by: 1 | -1, label: string, Icon: typeof ArrowUp) => (
                <LineButton
                  data-step={`${id}${by}`}
                  label={`Move ${name} ${label}`}
                  aria-disabled={shown[index + by]?.pinned !== pinned}
                  onClick={() => {
                    pressed.current = `[data-step="${id}${by}"]`;
                    moveTo(id, shown[index + by]);
                  }}
                >
                  <Icon className="size-5" aria-hidden="true" />
                </LineButton>
              );
              return (
                // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its buttons do the same
                <li
                  key={id}
                  draggable
                  onDragStart={() => setDragged(id)}
                  onDragEnd={() => setDragged(null)}
                  onDragOver={(event) => event.preventDefault()}
                  onDrop={(event) => {
                    event.preventDefault();
                    if (dragged) moveTo(dragged, item);
                  }}
                  className={`flex flex-wrap items-center gap-x-2 border-b border-hairline py-1.5 last:border-b-0 ${dragged === id ? "opacity-50" : ""}`}
                >
                  <GripVertical
                    className="size-5 shrink-0 cursor-grab text-muted max-sm:hidden"
                    aria-hidden="true"
                  />
                  <Line clientId={clientId} id={id} testimonial={known.get(id)} name={name} pinned={pinned} />
                  <span className="ml-auto flex">
                    {step(-1, "up", ArrowUp)}
                    {step(1, "down", ArrowDown)}
                    <LineButton
                      label={`${pinned ? "Unpin" : "Pin"} ${name}`}
                      onClick={() => put(id, !pinned)}
                    >
                      {pinned ? (
                        <PinOff className="size-5" aria-hidden="true" />
                      ) : (
                        <Pin className="size-5" aria-hidden="true" />
                      )}
                    </LineButton>
                    {byHand && (
                      <LineButton
                        label={`Remove ${name}`}
                        onClick={() => set(items.filter((one) => one !== item))}
                      >
                        <X className="size-5" aria-hidden="true" />
                      </LineButton>
                    )}
                  </span>
                </li>
              );
            })}
          </ul>
        </>
      )}
      {others.length > 0 && (
        <>
          <h3 className="mt-5 mb-1 text-lg">{byHand ? "Add" : "Pin to the top"}</h3>
          <ul aria-label={byHand ? "Add" : "Pin to the top"} className="max-h-80 overflow-y-auto">
            {others.map((one) => (
              <li
                key={one.id}
                className="flex items-center gap-2 border-b border-hairline py-1.5 last:border-b-0"
              >
                <Line clientId={clientId} id={one.id} testimonial={one} name={one.customer_name} />
                <LineButton
                  label={`${byHand ? "Add" : "Pin"} ${one.customer_name}`}
                  aria-disabled={items.length >= rules.items}
                  onClick={() => put(one.id, !byHand)}
                >
                  {byHand ? (
                    <Plus className="size-5" aria-hidden="true" />
                  ) : (
                    <Pin className="size-5" aria-hidden="true" />
                  )}
                </LineButton>
              </li>
            ))}
          </ul>
        </>
      )}
      <Announcer message={message} />
    </>
  );
}

type LineProps = {
  clientId: string;
  id: string;
  testimonial: WallTestimonial | undefined;
  name: string;
  pinned?: boolean;
};

function Line({ clientId, id, testimonial, name, pinned = false }: LineProps) {
  return (
    <>
      <div className="grid aspect-[3/4] w-9 shrink-0 place-items-center overflow-hidden rounded-md bg-stage">
        {testimonial?.has_poster ? (
          <img src={posterAddress(clientId, id)} alt="" loading="lazy" className="size-full object-cover" />
        ) : (
          <svg viewBox="0 0 32 32" className="size-5" aria-hidden="true">
            <path d={BUBBLE} className="fill-stage-raised" />
          </svg>
        )}
      </div>
      <span className="min-w-0 flex-1 basis-28 leading-tight wrap-anywhere">
        <b className="font-semibold">{name}</b>
        <span className="block text-sm text-muted">
          {pinned && "Pinned"}
          {pinned && testimonial && ", "}
          {testimonial && formatDate(testimonial.published_at)}
        </span>
      </span>
    </>
  );
}

type LineButtonProps = ComponentProps<"button"> & { label: string };

/** Stays focusable when it can do nothing, so that pressing it repeatedly does not lose the focus. */
function LineButton({ label, onClick, ...rest }: LineButtonProps) {
  const off = rest["aria-disabled"] === true;
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={(event) => !off && onClick?.(event)}
      className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-sunken aria-disabled:cursor-not-allowed aria-disabled:text-hairline"
      {...rest}
    />
  );
}
