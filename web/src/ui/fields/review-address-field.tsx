import { ExternalLink } from "lucide-react";
import { urlOf } from "#lib/url-of.ts";
import { ButtonLink } from "#ui/button.tsx";
import { TextField } from "./text-field.tsx";

type Props = {
  name: string;
  label: string;
  address: string;
  hint: string;
  error: string | undefined;
  disabled?: boolean;
  onChange: (address: string) => void;
};

/** The address of a review page, and a way to see whether it opens. */
export function ReviewAddressField({ address, ...rest }: Props) {
  return (
    <div>
      <TextField
        type="url"
        inputMode="url"
        value={address}
        placeholder="https://"
        autoComplete="off"
        spellCheck={false}
        {...rest}
      />
      {urlOf(address.trim())?.protocol === "https:" && (
        <ButtonLink
          variant="outlined"
          href={address.trim()}
          target="_blank"
          rel="noopener"
          className="min-h-11 px-4 text-sm"
        >
          <ExternalLink className="size-4" aria-hidden="true" />
          Check that it opens
          <span className="sr-only"> (opens in a new tab)</span>
        </ButtonLink>
      )}
    </div>
  );
}
