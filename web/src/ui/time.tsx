import type { ComponentProps } from "react";
import { formatDateTime } from "#lib/format.ts";

type Props = ComponentProps<"time"> & {
  /** UTC milliseconds. */
  at: number;
  format?: (at: number) => string;
};

/** A moment for readers, and in ISO for machines. */
export const Time = ({ at, format = formatDateTime, ...rest }: Props) => (
  <time dateTime={new Date(at).toISOString()} {...rest}>
    {format(at)}
  </time>
);
