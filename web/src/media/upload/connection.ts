/** Lines send about a third as fast as they receive, on phones and at home alike. */
const UP_SHARE = 1 / 3;
/** Smaller responses measure latency rather than bandwidth. */
const MIN_SAMPLE_BYTES = 20_000;
/** Chromium reports at most this for any faster connection. */
const MAX_REPORTED_MBPS = 10;

/** Estimated seconds to send this many bytes; `null` if the speed is unknown. */
export function secondsToSend(bytes: number): number | null {
  const down = downBitsPerSecond();
  return down === null ? null : (bytes * 8) / (down * UP_SHARE);
}

/** Downlink in bit/s as the browser reports it, or else measured from this page's own resources. */
function downBitsPerSecond(): number | null {
  const { connection } = navigator as { connection?: { downlink?: number } };
  const reported = connection?.downlink;
  if (reported && reported < MAX_REPORTED_MBPS) return reported * 1_000_000;
  const speeds = (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
    .filter(({ transferSize }) => transferSize >= MIN_SAMPLE_BYTES)
    .map(({ transferSize, responseStart, responseEnd }) => {
      return (transferSize * 8000) / Math.max(responseEnd - responseStart, 1);
    })
    .filter(Number.isFinite);
  return speeds.length === 0 ? null : Math.max(...speeds);
}
