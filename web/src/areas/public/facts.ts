import figures from "#api/generated/facts.json" with { type: "json" };

/** Figures in public texts, generated from the product's Rust constants. */
export const facts = figures;
