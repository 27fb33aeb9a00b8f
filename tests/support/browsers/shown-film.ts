// Frames and sound as a player shows them: functions that run in a page, whichever way a browser is driven.

export type Shown = {
  seconds: number;
  sides: [number, number];
  /** RGB at the middle of each column, at each moment. */
  moments: [number, number, number][][];
};

/** A film in base64 and its type, moments in seconds, columns, and the share of its height that is looked at. */
export type ToShow = [base64: string, type: string, seconds: number[], columns: number, height: number];

/** Runs in a page: samples a film as its player shows it, at these moments, in the middle of each column. */
export async function shownFilm([base64, type, seconds, columns, height]: ToShow): Promise<Shown> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  const video = document.createElement("video");
  const happens = (name: string) =>
    new Promise<void>((resolve, reject) => {
      video.addEventListener(name, () => resolve(), { once: true });
      video.addEventListener("error", () => reject(new Error(video.error?.message ?? "unplayable")), {
        once: true,
      });
    });
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  video.muted = true;
  video.playsInline = true;
  video.preload = "auto";
  video.style.cssText = "position:fixed;left:0;top:0;z-index:9";
  document.body.append(video);
  try {
    const metadata = happens("loadeddata");
    video.src = url;
    await metadata;
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
    const brush = canvas.getContext("2d", { willReadFrequently: true }) as CanvasRenderingContext2D;
    const look = (): [number, number, number][] => {
      brush.drawImage(video, 0, 0);
      const row = Math.floor(canvas.height * height);
      return Array.from({ length: columns }, (_, column) => {
        const at = Math.floor(((column + 0.5) * canvas.width) / columns);
        const [red = 0, green = 0, blue = 0] = brush.getImageData(at, row, 1, 1).data;
        return [red, green, blue];
      });
    };
    const moments: Shown["moments"] = [];
    for (const second of seconds) {
      // On a busy machine WebKit announces a seek before its frame is there, and may show the first frame or none for
      // seconds. Two seeks in a row that show the same are believed, unless they show nothing or what was there before.
      let seen = "";
      const earlier = ["", ...moments.map((moment) => JSON.stringify(moment))];
      for (let rounds = 0, agreed = false; !agreed && rounds < 8; rounds += 1) {
        const there = happens("seeked");
        // A seek to the present time may be left out.
        video.currentTime = second + (rounds % 2) / 1000;
        await there;
        let now = "";
        for (let looks = 0, same = 0; same < 3 && looks < 50; looks += 1) {
          await pause(100);
          const next = JSON.stringify(look());
          same = next === now ? same + 1 : 0;
          now = next;
        }
        agreed = now === seen && /[1-9]/.test(now) && !earlier.includes(now);
        seen = now;
      }
      moments.push(JSON.parse(seen) as Shown["moments"][number]);
    }
    return { seconds: video.duration, sides: [video.videoWidth, video.videoHeight], moments };
  } finally {
    video.remove();
    URL.revokeObjectURL(url);
  }
}
