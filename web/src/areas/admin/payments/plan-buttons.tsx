import facts from "#api/generated/facts.json";
import type { PlanType } from "#api/generated/enums.ts";
import { Button } from "#ui/button.tsx";
import { useMapProduct } from "./use-payments.ts";

export const PLANS = Object.values(facts.plans);

type Props = {
  product: string;
  /** Its current plan. */
  now?: PlanType;
};

/** Maps a product to a plan with one click. */
export function PlanButtons({ product, now }: Props) {
  const { mutate, isPending } = useMapProduct(product);
  return PLANS.filter(({ key }) => key !== now).map(({ key, name }) => (
    <Button
      key={key}
      variant="outlined"
      className="min-h-11 px-4 text-[0.9375rem]"
      disabled={isPending}
      onClick={() => mutate(key as PlanType)}
    >
      {now ? `Make it the ${name}` : name}
      {now && <span className="sr-only">: {product}</span>}
    </Button>
  ));
}
