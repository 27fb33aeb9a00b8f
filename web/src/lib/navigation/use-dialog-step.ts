import { useLocation, useNavigate } from "react-router";
import { currentState } from "./current-state.ts";

/**
 * A dialog as a step of the history, at the address of its page: the back button closes it and stays on the page.
 * A reload finds it open.
 */
export function useDialogStep(dialog: string) {
  const navigate = useNavigate();
  const { pathname, search, hash, state } = useLocation();
  return {
    open: nameIn(state) === dialog,
    push: () => {
      // Two clicks in one go are one step.
      if (!isStep(dialog)) void navigate({ pathname, search, hash }, { state: { dialog } });
    },
    /** After the dialog was closed by hand. Where a step back closed it there is nothing left to take back. */
    stepBack: () => {
      if (isStep(dialog)) void navigate(-1);
    },
    /** Goes on from the dialog to a part of the page: no way back leads into it. */
    replace: (place: string) => void navigate({ pathname, search, hash: place }, { replace: true }),
  };
}

/** Whether the browser stands on the step of this dialog now, whatever was drawn last. */
export function isStep(dialog: string): boolean {
  return nameIn(currentState()) === dialog;
}

const nameIn = (state: unknown) => (state as { dialog?: string } | null)?.dialog;
