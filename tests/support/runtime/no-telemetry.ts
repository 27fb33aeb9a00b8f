// Must be imported first. wrangler records a trace of every request and log line in a database of its own, on the
// thread that runs the Worker; no deployment does. With it half of the time of a request would be wrangler's.
process.env.X_LOCAL_OBSERVABILITY = "false";
