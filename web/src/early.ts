// What a record page does before its app is there. The HTML names this script after what `prerendered.tsx` made, which is hidden
// until now: nobody sees a button that does nothing. Where it comes after the app, it finds nothing to do.
import { canRecordHere, releaseCamera } from "./media/camera/camera.ts";
import "./areas/public/record/video/early-visit.ts";

const page = document.querySelector<HTMLElement>(".prerendered");
const stage = page?.querySelector("section");

// Where nothing can be recorded, the app says what can be done instead.
if (page && (!stage || canRecordHere())) page.hidden = false;

if (stage) {
  const views = [...stage.children] as HTMLElement[];
  /** The welcome, the wait for the camera, or the wait for what was chosen, as `prerendered.tsx` has them. */
  const show = (which: number) => views.forEach((view, at) => (view.hidden = at !== which));

  views[0]?.querySelector("button")?.addEventListener("click", () => {
    const asked = navigator.mediaDevices.getUserMedia({ audio: true, video: { facingMode: "user" } });
    // Only the permission is wanted: the app opens the camera as its rules say.
    const permission = asked.then(releaseCamera);
    permission.catch(() => undefined);
    window.saysoEarly = { permission };
    show(1);
  });
  views[1]?.querySelector("button")?.addEventListener("click", () => {
    window.saysoEarly = undefined;
    show(0);
  });
  stage.querySelector("input")?.addEventListener("change", (event) => {
    const file = (event.target as HTMLInputElement).files?.[0];
    if (!file) return;
    window.saysoEarly = { file };
    show(2);
  });
}
