// Asks npm's registry for known vulnerabilities. A high or critical one in a production package
// fails. Others are only reported, and so is a registry that does not answer.
import { spawnSync } from 'node:child_process';

import { judgeAudit } from './audit-verdict.ts';
import { root } from './steps.ts';

const TIMEOUT_MS = 60_000;

const { npm_execpath: caller = '', npm_node_execpath: node = process.execPath } = process.env;
const args = ['audit', '--omit=dev', '--json'];
const options = { cwd: root, encoding: 'utf8', timeout: TIMEOUT_MS } as const;
const { stdout, error } = /npm-cli\.c?js$/.test(caller)
  ? spawnSync(node, [caller, ...args], options)
  : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
const verdict = judgeAudit(
  error === undefined ? stdout : JSON.stringify({ message: error.message }),
);
console.log(verdict.text);
if (!verdict.ok) process.exitCode = 1;
