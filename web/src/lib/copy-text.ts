/** Copies a text to the clipboard; resolves with whether that worked. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyWithExecCommand(text);
  }
}

/** In-app browsers often lock the clipboard, but still obey the old command. */
function copyWithExecCommand(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "sr-only";
  document.body.append(field);
  field.select();
  const worked = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return worked;
}
