// Uppy as its guide sets it up: the dashboard on the page, the webcam in it.
import Uppy from "@uppy/core";
import Dashboard from "@uppy/dashboard";
import Webcam from "@uppy/webcam";
import "@uppy/core/css/style.min.css";
import "@uppy/dashboard/css/style.min.css";
import "@uppy/webcam/css/style.min.css";

new Uppy({ restrictions: { maxNumberOfFiles: 1 } })
  .use(Dashboard, { inline: true, target: "#page" })
  .use(Webcam, { modes: ["video-audio"] });
