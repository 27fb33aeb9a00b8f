import figures from "#api/generated/facts.json" with { type: "json" };

/** Figures that the public texts state. They come from the Rust constants that the product works by. */
export const facts = figures;
