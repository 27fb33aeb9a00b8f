/** The company as named by the footer and the legal pages. */
export const company = {
  product: "Sayso",
  parent: "Shopfront Software Ltd",
  parentSite: "https://shopfront.example",
  contact: "mailto:hello@sayso.example",
  partnersEmail: "partners@sayso.example",
} as const;
