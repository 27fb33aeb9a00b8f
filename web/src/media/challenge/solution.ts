/** The solution of a challenge; `null` if it cannot be solved here: then the server's message is shown. */
export async function solutionOf(challenge: string): Promise<string | null> {
  try {
    const { solveChallenge } = await import("./solve-challenge.ts");
    return await solveChallenge(challenge);
  } catch {
    return null;
  }
}
