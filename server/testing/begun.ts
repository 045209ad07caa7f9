export { begin, lock } from './locks.ts';
