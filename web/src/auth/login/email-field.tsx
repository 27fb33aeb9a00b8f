import type { ComponentProps } from "react";
import { TextField } from "#ui/fields/text-field.tsx";

export function EmailField(props: Pick<ComponentProps<typeof TextField>, "value" | "error" | "onChange">) {
  return (
    <TextField
      label="Email"
      name="email"
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      {...props}
    />
  );
}
