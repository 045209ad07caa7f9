// Runs a command of the project: refuses a Node that is too old for npm's work here, then hands over to command.mjs.
// Old Nodes must be able to read this file: no syntax, and no way to name a module, that Node 12 does not know.
// oxlint-disable-next-line unicorn/prefer-node-protocol
import { readFileSync } from 'fs';

const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const oldest = Number(/\d+/.exec(engines.node)[0]);

if (Number(process.versions.node.split('.')[0]) < oldest) {
  console.error(
    `Node.js ${oldest} or later is needed to install this project, and this is ${process.versions.node}.`,
  );
  process.exitCode = 1;
} else void import('./command.mjs').then(({ main }) => main(process.argv.slice(2)));
