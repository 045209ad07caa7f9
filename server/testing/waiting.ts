export { expectWaiting, expectWaitingFor } from './locks.ts';
