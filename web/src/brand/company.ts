/** Who provides the service, as the footer and the legal pages name it. */
export const company = {
  product: "Sayso",
  parent: "Shopfront Software Ltd",
  parentSite: "https://shopfront.example",
  contact: "mailto:hello@sayso.example",
  partnersEmail: "partners@sayso.example",
} as const;
