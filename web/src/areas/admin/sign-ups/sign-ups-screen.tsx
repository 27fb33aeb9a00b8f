import { Download } from "lucide-react";
import { admin } from "../../../api/portal-endpoints.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { SelectField } from "../../../ui/select-field.tsx";
import { useTitle } from "../../../ui/use-title.ts";
import { SearchField } from "../search-field.tsx";
import { useAddress } from "../../../use-address.ts";
import { SignUpList } from "./sign-up-list.tsx";
import { STATE_OPTIONS } from "./sign-up-states.ts";

const ASKED = ["q", "state"] as const;

/** Who wants to hear of the launch. */
export default function SignUpsScreen() {
  useTitle("Sign-ups");
  const address = useAddress(ASKED);
  return (
    <main>
      <h1 className="mb-5 text-4xl">Sign-ups</h1>
      <search className="mb-4 grid grid-cols-2 items-end gap-3 sm:grid-cols-[minmax(0,26rem)_13rem_auto]">
        <div className="col-span-2 sm:col-span-1">
          <SearchField
            label="Search"
            placeholder="Name, company or email"
            value={address.typed}
            onType={address.type}
          />
        </div>
        <SelectField
          label="State"
          value={address.value("state")}
          options={STATE_OPTIONS}
          onChoose={(state) => address.set({ state })}
        />
        <ButtonLink
          look="outlined"
          href={admin.signUpsCsv(address.asked)}
          download
          className="justify-self-end"
        >
          <Download className="size-5" aria-hidden="true" />
          Export CSV
        </ButtonLink>
      </search>
      <SignUpList asked={address.asked} onClear={address.clear} />
    </main>
  );
}
