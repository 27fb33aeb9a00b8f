// Asks for the camera, records, shows what was recorded.
import RecordRTC from "recordrtc";

const page = document.querySelector("#page");
const video = Object.assign(document.createElement("video"), { playsInline: true, autoplay: true });
const start = Object.assign(document.createElement("button"), { textContent: "Record" });
const stop = Object.assign(document.createElement("button"), { textContent: "Stop" });
page.append(video, start, stop);

let recorder;
start.addEventListener("click", async () => {
  const stream = await navigator.mediaDevices.getUserMedia({ video: true, audio: true });
  Object.assign(video, { srcObject: stream, muted: true });
  recorder = new RecordRTC(stream, { type: "video", mimeType: "video/webm;codecs=vp8" });
  recorder.startRecording();
});
stop.addEventListener("click", () =>
  recorder?.stopRecording(() => {
    for (const track of video.srcObject.getTracks()) track.stop();
    Object.assign(video, { srcObject: null, src: recorder.toURL(), controls: true, muted: false });
  }),
);
