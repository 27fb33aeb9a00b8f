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
      // A double click is one step.
      if (!isStep(dialog)) void navigate({ pathname, search, hash }, { state: { dialog } });
    },
    /** Goes back after the dialog was closed by hand. If Back closed it, there is nothing to undo. */
    stepBack: () => {
      if (isStep(dialog)) void navigate(-1);
    },
    /** Navigates from the dialog to an anchor of the page, replacing the dialog's history entry. */
    replace: (place: string) => void navigate({ pathname, search, hash: place }, { replace: true }),
  };
}

/** Whether the current history entry is this dialog's step, whatever was rendered last. */
export function isStep(dialog: string): boolean {
  return nameIn(currentState()) === dialog;
}

const nameIn = (state: unknown) => (state as { dialog?: string } | null)?.dialog;
