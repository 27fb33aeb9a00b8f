// Makes the prerendered record page (`prerendered.tsx`) interactive before the app has loaded. Until then it is a
// template, so that no visible button is dead. If this script loads after the app, it finds no template and does
// nothing.
import { earlyVisit, setEarlyVisit } from "./areas/public/record/video/early-visit.ts";
import { problemOf } from "./media/camera/camera-problem.ts";
import { canRecordHere, releaseCamera } from "./media/camera/camera.ts";
import { takeBeingSent } from "./media/take/sending-record.ts";

const template = document.querySelector<HTMLTemplateElement>("template.prerendered");
const stage = template?.content.querySelector("section");

// If recording is impossible the app explains the alternatives, and if a video was being sent the app resumes it.
if (template && (!stage || (canRecordHere() && takeBeingSent() === null))) {
  const page = document.createElement("div");
  page.className = template.className;
  // Its time is up at the same moment, however late this script runs.
  page.style.setProperty("animation-delay", `-${performance.now()}ms`, "important");
  page.append(template.content);
  if (stage) act(stage);
  template.replaceWith(page);
  preserveFocus(page);
}

function act(on: HTMLElement): void {
  const [welcome, opening, moment] = [...on.children] as [HTMLElement, HTMLElement, HTMLElement];
  const show = (shown: HTMLElement) => {
    for (const view of [welcome, opening, moment]) view.hidden = view !== shown;
  };

  const ask = async () => {
    const request = navigator.mediaDevices.getUserMedia({ audio: true, video: { facingMode: "user" } });
    // Only the permission is needed: the app opens the camera with its own settings.
    const permission = request.then(releaseCamera).then(() => null, problemOf);
    const visit = { permission };
    setEarlyVisit(visit);
    show(opening);
    await permission;
    if (earlyVisit() === visit) show(moment);
  };
  const take = (file: File | undefined) => {
    if (!file) return;
    setEarlyVisit({ file });
    show(moment);
  };

  welcome.querySelector("button")?.addEventListener("click", () => void ask());
  opening.querySelector("button")?.addEventListener("click", ({ detail }) => {
    if (detail > 1) return;
    setEarlyVisit(undefined);
    show(welcome);
  });
  welcome.querySelector("input")?.addEventListener("change", (event) => {
    take((event.target as HTMLInputElement).files?.[0]);
  });
  on.addEventListener("dragover", (event) => event.preventDefault());
  on.addEventListener("drop", (event) => {
    event.preventDefault();
    take(event.dataTransfer?.files[0]);
  });
}

const isLike = (one: Element) => (other: Element) =>
  one.tagName === other.tagName && one.textContent === other.textContent;

/** Restores the focus when the app replaces this page with its own. */
function preserveFocus(before: HTMLElement): void {
  let focused: HTMLElement | null = null;
  before.addEventListener("focusin", (event) => (focused = event.target as HTMLElement));
  const observer = new MutationObserver(() => {
    if (before.isConnected) return;
    observer.disconnect();
    if (!focused || document.activeElement !== document.body) return;
    const others = document.querySelectorAll<HTMLElement>("a, button, input");
    [...others].find(isLike(focused))?.focus({ preventScroll: true });
  });
  observer.observe(before.parentElement ?? before, { childList: true });
}
