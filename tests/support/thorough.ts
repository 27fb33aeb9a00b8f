/** Whether `cargo xtask test --thorough` runs: the long proofs with all their cases. */
export const thorough = process.env.SAYSO_THOROUGH === "1";
