import { type Ref, useMemo } from "react";
import { BUBBLE } from "#brand/mark.tsx";
import { DOT, INK, PAPER, QUIET, aspectOf, drawQr, onPlate, type Logo } from "./qr-drawing.ts";
import type { ClientView } from "#api/generated/client.ts";
import { useLogo } from "./use-logo.ts";

type Props = {
  text: string;
  logo: Logo | null;
  label: string;
  className?: string;
  ref?: Ref<SVGSVGElement>;
};

/** A QR code with a logo, or our mark, in its middle. Self-contained SVG, so that it can be saved as a file. */
function QrPicture({ text, logo, label, className, ref }: Props) {
  const { size, path, plate } = useMemo(() => drawQr(text, aspectOf(logo)), [text, logo]);
  const box = onPlate(plate);
  return (
    <svg
      ref={ref}
      xmlns="http://www.w3.org/2000/svg"
      role="img"
      data-keep-clear
      aria-label={label}
      viewBox={`${-QUIET} ${-QUIET} ${size + 2 * QUIET} ${size + 2 * QUIET}`}
      className={className}
    >
      <rect x={-QUIET} y={-QUIET} width={size + 2 * QUIET} height={size + 2 * QUIET} fill={PAPER} />
      <path d={path} fill={INK} shapeRendering="crispEdges" />
      <rect {...plate} fill={PAPER} />
      {logo ? (
        <image href={logo.dataUrl} {...box} />
      ) : (
        <g transform={`translate(${box.x} ${box.y}) scale(${box.width / 32})`}>
          <path d={BUBBLE} fill={INK} />
          <circle cx="16" cy="15.9" r="6.5" fill={DOT} />
        </g>
      )}
    </svg>
  );
}

type ClientCodeProps = { client: ClientView; address: string; className?: string; ref?: Ref<SVGSVGElement> };

/** The code we make for a client: its logo in the middle, once that is here. */
export function ClientCode({ client, address, className = "", ref }: ClientCodeProps) {
  const logo = useLogo(client.logo_url);
  if (logo === undefined) return <div aria-hidden="true" className={className} />;
  return (
    <QrPicture
      {...(ref ? { ref } : {})}
      text={address}
      logo={logo}
      label={`QR code of ${client.company_name}`}
      className={className}
    />
  );
}
