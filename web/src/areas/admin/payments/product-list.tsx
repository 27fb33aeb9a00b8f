import facts from "../../../api/generated/facts.json";
import type { MappedProduct } from "../../../api/generated/MappedProduct.ts";
import type { PlanType } from "../../../api/generated/PlanType.ts";
import { formatDate } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { useMapProduct } from "./use-payments.ts";

const PLANS = Object.values(facts.plans);

/** Products of which an admin has said which plan they are, so that a wrong press can be put right. */
export function ProductList({ products }: { products: MappedProduct[] }) {
  if (products.length === 0) return null;
  return (
    <section aria-labelledby="products" className="mb-8">
      <h2 id="products" className="mb-1 text-2xl">
        Products that are plans
      </h2>
      <p className="mb-4 text-[0.9375rem] text-muted">
        Whoever pays for one of these has its plan, at whatever price.
      </p>
      <ul className="rounded-card border border-hairline bg-surface">
        {products.map((one) => (
          <ProductItem key={one.product} mapped={one} />
        ))}
      </ul>
    </section>
  );
}

function ProductItem({ mapped: { product, plan, decided_at: at } }: { mapped: MappedProduct }) {
  const { mutate, isPending } = useMapProduct(product);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-hairline px-5 py-3 text-[0.9375rem] last:border-b-0">
      <p className="min-w-0 wrap-anywhere">
        <b className="font-semibold">{product}</b> is the {nameOf(plan)}
        <span className="block text-sm text-muted tabular-nums">since {formatDate(at)}</span>
      </p>
      {PLANS.filter(({ key }) => key !== plan).map(({ key, name }) => (
        <Button
          key={key}
          variant="outlined"
          className="min-h-11 px-4 text-[0.9375rem]"
          disabled={isPending}
          onClick={() => mutate(key as PlanType)}
        >
          Make it the {name}
          <span className="sr-only">: {product}</span>
        </Button>
      ))}
    </li>
  );
}

const nameOf = (plan: PlanType) => PLANS.find(({ key }) => key === plan)?.name ?? plan;
