import { SelectField } from "../../../ui/select-field.tsx";
import { useTitle } from "../../../ui/use-title.ts";
import { SearchField } from "../search-field.tsx";
import { useAddress } from "../../../use-address.ts";
import { EmailList } from "./email-list.tsx";
import { searchByName } from "./templates.ts";

const ASKED = ["q", "state"] as const;
const STATES = [
  { value: "", label: "All" },
  ...["queued", "sending", "sent", "failed"].map((state) => ({ value: state, label: state })),
];

/** Every mail that was sent, or was not. */
export default function EmailsScreen() {
  useTitle("Email log");
  const address = useAddress(ASKED);
  return (
    <main>
      <h1 className="mb-5 text-4xl">Email log</h1>
      <search className="mb-4 grid grid-cols-[minmax(0,1fr)_8.5rem] gap-3 sm:grid-cols-[minmax(0,26rem)_11rem]">
        <SearchField
          label="Search"
          placeholder="Recipient or kind"
          value={address.typed}
          onType={address.type}
        />
        <SelectField
          label="State"
          value={address.value("state")}
          options={STATES}
          onChoose={(state) => address.set({ state })}
        />
      </search>
      <EmailList asked={searchByName(address.asked)} onClear={address.clear} />
    </main>
  );
}
