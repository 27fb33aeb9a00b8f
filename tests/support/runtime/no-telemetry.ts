// Must be imported first. wrangler records a trace of every request and log line in a database, on the Worker's thread;
// no deployment does. It would take half of a request's time.
process.env.X_LOCAL_OBSERVABILITY = "false";
