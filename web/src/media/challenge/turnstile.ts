const SCRIPT = "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit";

type Turnstile = {
  render: (
    place: HTMLElement,
    options: {
      sitekey: string;
      appearance: "interaction-only";
      callback: (token: string) => void;
      "error-callback": () => boolean;
    },
  ) => string;
  remove: (widget: string) => void;
};

/** Turnstile did not load, or gave no token. */
export class ChallengeFailed extends Error {}

/**
 * Returns a Cloudflare Turnstile token. Its widget is visible only if it needs an interaction, at the bottom of the
 * page.
 */
export async function turnstileToken(sitekey: string): Promise<string> {
  const turnstile = await load();
  const place = document.createElement("div");
  place.className = "fixed inset-x-0 bottom-4 z-50 flex justify-center";
  document.body.append(place);
  let widget = "";
  try {
    return await new Promise((resolve, reject) => {
      widget = turnstile.render(place, {
        sitekey,
        appearance: "interaction-only",
        callback: resolve,
        "error-callback": () => {
          reject(new ChallengeFailed("Turnstile gave no token"));
          return true;
        },
      });
    });
  } finally {
    if (widget) turnstile.remove(widget);
    place.remove();
  }
}

function load(): Promise<Turnstile> {
  const here = () => (window as { turnstile?: Turnstile }).turnstile;
  return new Promise((resolve, reject) => {
    const failed = () => reject(new ChallengeFailed("Turnstile did not come"));
    const present = here();
    if (present) {
      resolve(present);
      return;
    }
    const script = document.createElement("script");
    script.src = SCRIPT;
    script.addEventListener("error", failed);
    script.addEventListener("load", () => {
      const loaded = here();
      if (loaded) resolve(loaded);
      else failed();
    });
    document.head.append(script);
  });
}
