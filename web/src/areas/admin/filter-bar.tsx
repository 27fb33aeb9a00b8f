import { Download } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import type { useSearchState } from "#lib/navigation/use-search-state.ts";
import { ButtonLink } from "#ui/button.tsx";
import { SearchField } from "#ui/fields/search-field.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";

type Options = ComponentProps<typeof SelectField>["options"];

type Props<Name extends string> = {
  filters: ReturnType<typeof useSearchState<Name | "q">>;
  placeholder: string;
  /** Margin, and the grid's columns. */
  className: string;
  selects?: { name: Name; label: string; options: Options }[];
  /** Downloads the same list as a file. */
  exportUrl?: string;
  /** Other fields, after the selects. */
  children?: ReactNode;
};

/** Search and filters of an admin list, stored in the URL. */
export function FilterBar<Name extends string>(props: Props<Name>) {
  const { filters, placeholder, className, selects = [], exportUrl, children } = props;
  return (
    <search className={`grid items-end gap-3 ${className}`}>
      <SearchField label="Search" placeholder={placeholder} value={filters.text} onChange={filters.setText} />
      {selects.map(({ name, label, options }) => (
        <SelectField
          key={name}
          label={label}
          value={filters.value(name)}
          options={options}
          onChange={(value) => filters.set({ [name]: value } as Partial<Record<Name | "q", string>>)}
        />
      ))}
      {children}
      {exportUrl !== undefined && (
        <ButtonLink variant="outlined" href={exportUrl} download>
          <Download className="size-5" aria-hidden="true" />
          Export CSV
        </ButtonLink>
      )}
    </search>
  );
}
