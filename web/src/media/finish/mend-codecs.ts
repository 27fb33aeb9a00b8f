// What browsers and mediabunny 1.61 get wrong about recordings, put right for the worker that imports this.
import { VideoSampleSink } from "mediabunny";

/** Seconds of a picture whose length nobody tells. */
const ONE_PICTURE = 1 / 30;

// The last picture of each cluster of a browser's WebM has no length, and `Conversion` drops what has none: one
// picture a second.
const { samples } = VideoSampleSink.prototype;
VideoSampleSink.prototype.samples = async function* everySample(...range) {
  for await (const sample of samples.apply(this, range)) {
    if (sample.duration === 0) sample.setDuration(ONE_PICTURE);
    yield sample;
  }
};

// Firefox describes its H.264 wrongly: the first byte of each parameter set stands there twice. Asked for Annex B it
// describes nothing, and the muxer reads the parameter sets off the stream.
if (typeof VideoEncoder !== "undefined" && navigator.userAgent.includes("Firefox/")) {
  const { configure } = VideoEncoder.prototype;
  VideoEncoder.prototype.configure = function configureAnnexB(config) {
    configure.call(this, { ...config, avc: { format: "annexb" } });
  };
}
