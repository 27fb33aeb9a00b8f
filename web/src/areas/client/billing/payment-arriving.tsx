/** Replaces the request to pay just after a payment. */
export function PaymentArriving() {
  return (
    <output className="block max-w-[48ch] text-[0.9375rem]">
      <b className="font-semibold">We have your payment.</b> It shows here in a moment.
    </output>
  );
}
