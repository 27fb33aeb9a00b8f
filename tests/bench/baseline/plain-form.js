// The form that the HTML of a record page brings, as `worker/src/routes/public/plain_form.html` has it for a client without an answer.
import rules from "#media/generated/fallback.json";

const ESCAPES = { "&": "&#38;", "<": "&#60;", ">": "&#62;", '"': "&#34;", "'": "&#39;" };
const escape = (text) => text.replace(/[&<>"']/g, (letter) => ESCAPES[letter]);

const box = ({ field, text }, company) => `
    <label class="box"><input type="checkbox" name="${field}" value="true" required  /> <span>${text.replace("{business}", escape(company))}</span></label>
    `;

export const plainForm = ({ id, custom_slug, company_name }) => `<main class="without-app">
  
  <h1>Share your experience with ${escape(company_name)}</h1>
  
  <p>
    Your browser gets a simpler version of this page. Record a video of up to 40 seconds with your camera app, or choose one that you
    have: 95 MB at most. Sending it may take some minutes, so wait until the next page comes.
  </p>
  
  <form action="/record/${escape(custom_slug)}/video" method="post" enctype="multipart/form-data">
    <input type="hidden" name="clientId" value="${escape(id)}" />
    <input type="hidden" name="consentVersion" value="${rules.consentVersion}" />
    <input type="hidden" name="unfinished" value="unsupported" />
    <label>Name <input name="customerName" value="" autocomplete="name" required /></label>
    <label>Email <input type="email" name="customerEmail" value="" autocomplete="email" required /></label>
    ${rules.consents.map((consent) => box(consent, company_name)).join("")}
    <p>${rules.consentExplanation}</p>
    <label>Video <input type="file" name="video" accept="video/*,application/octet-stream,.3g2,.3gp,.m4v,.mov,.mp4,.webm" required /></label>
    <p>Read our <a href="/privacy">Privacy Policy</a> and <a href="/terms">Terms &amp; Conditions</a>.</p>
    <button>Submit Testimonial</button>
  </form>
  
</main>`;
