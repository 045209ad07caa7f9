// All checks that take seconds: format, lint, types, layout and the unit tests.
import { CHECKS_AT_ONCE, checkSteps } from './check-steps.ts';
import { report, runSteps } from './steps.ts';
import { describeCounts, runSuite, unit } from './suites.ts';

const outcomes = await runSteps(checkSteps, CHECKS_AT_ONCE);
const { outcome, counts } = await runSuite(unit);
report(outcome, describeCounts(counts));
if ([...outcomes, outcome].some(({ ok }) => !ok)) process.exitCode = 1;
