import { TriangleAlert } from "lucide-react";

/**
 * For admins who connect a Google account: requirements of the deployment's consent screen, and causes of lost
 * permission.
 */
export function ConsentScreenNote() {
  return (
    <p className="mb-5 flex max-w-[64ch] gap-3 border-l-2 border-warning pl-3 text-[0.9375rem]">
      <TriangleAlert className="mt-0.5 size-5 shrink-0 text-warning" aria-hidden="true" />
      <span>
        Publish the consent screen in Google’s Cloud console first. While it is in its Testing state, Google
        ends every permission after seven days. It also ends one that nobody has used for six months, and an
        account’s oldest once the account has given a hundred.
      </span>
    </p>
  );
}
