"""Speech recognition on a machine of one's own, in the protocol of Workers AI's whisper.

Arguments: a folder with a model, and a port. Ends when its input does, so that no process is left behind.
"""

import base64
import io
import json
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from faster_whisper import WhisperModel

model = WhisperModel(sys.argv[1], device="cpu", compute_type="int8")
# The model takes one film at a time.
one_at_a_time = threading.Lock()


def transcribe(inputs):
    """Returns the answer that the binding gives."""
    segments, info = model.transcribe(
        io.BytesIO(base64.b64decode(inputs["audio"], validate=True)),
        task=inputs["task"],
        language=inputs["language"] if model.model.is_multilingual else "en",
        vad_filter=inputs["vad_filter"],
        initial_prompt=inputs["initial_prompt"],
        word_timestamps=True,
    )
    heard = [
        {
            "start": segment.start,
            "end": segment.end,
            "text": segment.text,
            "avg_logprob": segment.avg_logprob,
            "compression_ratio": segment.compression_ratio,
            "no_speech_prob": segment.no_speech_prob,
            "words": [
                {"word": word.word, "start": word.start, "end": word.end, "probability": word.probability}
                for word in segment.words or []
            ],
        }
        for segment in segments
    ]
    return {
        "transcription_info": {
            "language": info.language,
            "language_probability": info.language_probability,
            "duration": info.duration,
            "duration_after_vad": info.duration_after_vad,
        },
        "text": "".join(segment["text"] for segment in heard).strip(),
        "word_count": sum(len(segment["words"]) for segment in heard),
        "segments": heard,
    }


class Handler(BaseHTTPRequestHandler):
    """Answers `POST /run`; any `GET` says that it is up."""

    def do_GET(self):
        self.answer(200, {})

    def do_POST(self):
        try:
            request = json.loads(self.rfile.read(int(self.headers["content-length"])))
            with one_at_a_time:
                self.answer(200, transcribe(request["inputs"]))
        except (KeyError, TypeError, ValueError, OSError) as error:
            # Workers AI's code for input that it cannot read.
            self.answer(400, {"internalCode": 5004, "name": "Invalid data", "description": str(error)})

    def answer(self, status, body):
        text = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        """Logs nothing: requests hold what people said."""


def end_with_input():
    sys.stdin.read()
    os._exit(0)


threading.Thread(target=end_with_input, daemon=True).start()
ThreadingHTTPServer(("127.0.0.1", int(sys.argv[2])), Handler).serve_forever()
