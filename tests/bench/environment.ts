// Must be imported first.
import "../support/runtime/no-telemetry.ts";

process.env.WRANGLER_LOG = "error";
