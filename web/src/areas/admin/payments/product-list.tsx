import type { MappedProduct } from "#api/generated/billing.ts";
import type { PlanType } from "#api/generated/enums.ts";
import { formatDate } from "#lib/format.ts";
import { PLANS, PlanButtons } from "./plan-buttons.tsx";

/** Products that admins have mapped to plans, so that a wrong mapping can be fixed. */
export function ProductList({ products }: { products: MappedProduct[] }) {
  if (products.length === 0) return null;
  return (
    <section aria-labelledby="products" className="mb-8">
      <h2 id="products" className="mb-1 text-2xl">
        Products that are plans
      </h2>
      <p className="mb-4 text-[0.9375rem] text-muted">
        Anyone who pays for one of these gets its plan, at any price.
      </p>
      <ul className="rounded-card border border-hairline bg-surface">
        {products.map((one) => (
          <ProductItem key={one.product} mapped={one} />
        ))}
      </ul>
    </section>
  );
}

const ProductItem = ({ mapped: { product, plan, decided_at: at } }: { mapped: MappedProduct }) => (
  <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-hairline px-5 py-3 text-[0.9375rem] last:border-b-0">
    <p className="min-w-0 wrap-anywhere">
      <b className="font-semibold">{product}</b> is the {nameOf(plan)}
      <span className="block text-sm text-muted tabular-nums">set on {formatDate(at)}</span>
    </p>
    <PlanButtons product={product} now={plan} />
  </li>
);

const nameOf = (plan: PlanType) => PLANS.find(({ key }) => key === plan)?.name ?? plan;
