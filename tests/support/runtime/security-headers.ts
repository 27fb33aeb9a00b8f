/** Returns the security headers required on every answer (INV53) that this one lacks or sets too loosely. */
export function missingSecurityHeaders(answer: Response): string[] {
  const header = (name: string) => answer.headers.get(name) ?? "";
  const policy = header("content-security-policy");
  const isFrame = answer.ok && new URL(answer.url).pathname.startsWith("/embed/");
  const expected: [string, boolean][] = [
    ["content-security-policy", policy.includes("default-src 'none'")],
    ["frame-ancestors", policy.includes(`frame-ancestors ${isFrame ? "*" : "'none'"}`)],
    ["no unsafe-inline, no unsafe-eval", !/unsafe-inline|[^-]unsafe-eval/.test(policy)],
    ["x-content-type-options", header("x-content-type-options") === "nosniff"],
    ["strict-transport-security", /max-age=\d{8}/.test(header("strict-transport-security"))],
    ["cross-origin-opener-policy", header("cross-origin-opener-policy") === "same-origin"],
    [
      "referrer-policy",
      ["no-referrer", "strict-origin-when-cross-origin"].includes(header("referrer-policy")),
    ],
    ["permissions-policy", /camera=\(self\), microphone=\(self\)/.test(header("permissions-policy"))],
  ];
  return expected.filter(([, held]) => !held).map(([name]) => name);
}
