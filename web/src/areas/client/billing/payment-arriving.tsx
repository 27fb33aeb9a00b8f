/** Stands where somebody would be asked to pay who has just done so. */
export function PaymentArriving() {
  return (
    <output className="block max-w-[48ch] text-[0.9375rem]">
      <b className="font-semibold">We have your payment.</b> It shows here in a moment.
    </output>
  );
}
