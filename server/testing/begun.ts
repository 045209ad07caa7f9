export { begin } from './locks.ts';
