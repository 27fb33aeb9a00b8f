// <sayso-testimonial of="…"> and <sayso-wall of="…"> show a frame in place of the link inside them.
// Works under a strict policy with Trusted Types: no HTML from text, styles set as properties.
(() => {
  const { origin } = new URL(document.currentScript.src);
  const define = (name, path, place) =>
    customElements.get(name) ||
    customElements.define(
      name,
      class extends HTMLElement {
        static observedAttributes = ["of", "width", "height"];
        connectedCallback() {
          const frame = document.createElement("iframe");
          const size = (side, usual) => parseInt(this.getAttribute(side)) || usual;
          frame.title = this.querySelector("img")?.alt || "Testimonials";
          frame.loading = "lazy";
          frame.allowFullscreen = true;
          frame.src = origin + path + encodeURIComponent(this.getAttribute("of"));
          Object.assign(frame.style, { border: 0, maxWidth: "100%" });
          place(frame, size, this);
          (this.shadowRoot || this.attachShadow({ mode: "open" })).replaceChildren(frame);
        }
        attributeChangedCallback() {
          if (this.shadowRoot && this.isConnected) this.connectedCallback();
        }
      },
    );
  define("sayso-testimonial", "/embed/", (frame, size) => {
    frame.width = size("width", 360);
    frame.height = size("height", 640);
    frame.style.height = "auto";
    frame.style.aspectRatio = `${frame.width}/${frame.height}`;
  });
  define("sayso-wall", "/embed/wall/", (frame, size, element) => {
    frame.height = size("height", 640);
    frame.style.width = "100%";
    frame.src += `?font=${encodeURIComponent(getComputedStyle(element).fontFamily)}`;
  });
})();
