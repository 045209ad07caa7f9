// Races whose outcome varies: the product must be right in every round, the naive version (the
// negative control) must be wrong in at least one.
import { expect } from 'vitest';

/** Counts or lists what went wrong in one round. */
type Violations = () => Promise<number | readonly unknown[]>;

const numberOf = (found: number | readonly unknown[]) =>
  typeof found === 'number' ? found : found.length;

export async function expectNoneIn(rounds: number, violations: Violations): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const found = await violations();
    expect(numberOf(found), `round ${round}: ${JSON.stringify(found)}`).toBe(0);
  }
}

/** Stops after the first round with a violation. */
export async function expectSomeIn(rounds: number, violations: Violations): Promise<void> {
  let found = 0;
  for (let round = 0; round < rounds && found === 0; round += 1)
    found = numberOf(await violations());
  expect(found).toBeGreaterThan(0);
}
