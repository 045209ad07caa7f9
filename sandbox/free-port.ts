// A free port, for the journeys: they import nothing of the server.
export { freePort } from '../server/free-port.ts';
