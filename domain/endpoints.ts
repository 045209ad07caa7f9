// The API in one place: every call, by who makes it. A page is sent those files alone whose calls
// it makes.
export * from './endpoints/visitor.ts';
export * from './endpoints/sign-in.ts';
export * from './endpoints/family.ts';
export * from './endpoints/people.ts';
export * from './endpoints/tutor.ts';
export * from './endpoints/calendar.ts';
export * from './endpoints/join-link.ts';
export * from './endpoints/machine.ts';
