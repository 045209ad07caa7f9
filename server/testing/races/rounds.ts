// Races whose outcome varies: the product must be right in every round, the naive version (the
// negative control) must be wrong in at least one.
import { expect } from 'vitest';

/** Counts or lists what went wrong in one round. */
type Violations = () => Promise<number | readonly unknown[]>;

const numberOf = (result: number | readonly unknown[]) =>
  typeof result === 'number' ? result : result.length;

export async function expectNoneIn(rounds: number, violations: Violations): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const broken = await violations();
    expect(numberOf(broken), `round ${round}: ${JSON.stringify(broken)}`).toBe(0);
  }
}

/** Stops after the first round with a violation. */
export async function expectSomeIn(rounds: number, violations: Violations): Promise<void> {
  let count = 0;
  for (let round = 0; round < rounds && count === 0; round += 1)
    count = numberOf(await violations());
  expect(count).toBeGreaterThan(0);
}
