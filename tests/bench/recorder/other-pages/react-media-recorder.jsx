// Asks for the camera, records, shows what was recorded.
import { useEffect, useRef } from "react";
import { createRoot } from "react-dom/client";
import { useReactMediaRecorder } from "react-media-recorder";

function Live({ stream }) {
  const video = useRef(null);
  useEffect(() => {
    video.current.srcObject = stream;
  }, [stream]);
  return <video ref={video} autoPlay playsInline muted />;
}

function Recorder() {
  const { status, startRecording, stopRecording, mediaBlobUrl, previewStream } = useReactMediaRecorder({
    video: true,
    audio: true,
  });
  return (
    <>
      <p>{status}</p>
      <button type="button" onClick={startRecording}>
        Record
      </button>
      <button type="button" onClick={stopRecording}>
        Stop
      </button>
      {status === "recording" && <Live stream={previewStream} />}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- nobody has captioned what was just recorded */}
      {mediaBlobUrl && <video src={mediaBlobUrl} controls />}
    </>
  );
}

createRoot(document.querySelector("#page")).render(<Recorder />);
