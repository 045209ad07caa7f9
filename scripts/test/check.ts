// All checks that take seconds: format, lint, types, layout, the OpenAPI document and the unit
// tests; `npm run check -- types lint` runs those alone.
import { CHECKS_AT_ONCE, checkSteps } from './check-steps.ts';
import { report, runSteps } from './steps.ts';
import { describeCounts, runSuite, unit } from './suites.ts';

const names = [...checkSteps.map(({ name }) => name), unit.name];
const chosen = process.argv.length > 2 ? process.argv.slice(2) : names;
const unknown = chosen.find((name) => !names.includes(name));
if (unknown !== undefined) {
  console.error(`There is no check '${unknown}'; the checks are ${names.join(', ')}.`);
  process.exit(2);
}

const steps = checkSteps.filter(({ name }) => chosen.includes(name));
const outcomes = await runSteps(steps, CHECKS_AT_ONCE);
if (chosen.includes(unit.name)) {
  const { outcome, counts } = await runSuite(unit);
  report(outcome, describeCounts(counts));
  outcomes.push(outcome);
}
if (outcomes.some(({ ok }) => !ok)) process.exitCode = 1;
