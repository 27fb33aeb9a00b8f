// Must be imported first.
import "../support/without-traces.ts";

process.env.WRANGLER_LOG = "error";
