// Must be imported first.
import "../support/no-telemetry.ts";

process.env.WRANGLER_LOG = "error";
