// All API endpoints, one file per caller. A page bundles only the files whose endpoints it calls.
export * from './endpoints/visitor.ts';
export * from './endpoints/sign-in.ts';
export * from './endpoints/family.ts';
export * from './endpoints/people.ts';
export * from './endpoints/tutor.ts';
export * from './endpoints/tutor-bookings.ts';
export * from './endpoints/site.ts';
export * from './endpoints/import.ts';
export * from './endpoints/calendar.ts';
export * from './endpoints/join-link.ts';
export * from './endpoints/excuse.ts';
export * from './endpoints/library.ts';
export * from './endpoints/topic-list.ts';
export * from './endpoints/room.ts';
export * from './endpoints/tutor-room.ts';
export * from './endpoints/reconciliation.ts';
export * from './endpoints/machine.ts';
