import { FolderOpen } from "lucide-react";
import { ButtonLink } from "#ui/button.tsx";

export function OpenFolder({ link }: { link: string }) {
  return (
    <ButtonLink variant="outlined" href={link} target="_blank" rel="noopener">
      <FolderOpen className="size-5" aria-hidden="true" />
      Open folder
      <span className="sr-only">(opens in a new tab)</span>
    </ButtonLink>
  );
}
