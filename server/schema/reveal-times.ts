// When a question that was asked in a lesson was revealed there.
const statement = 'alter table asked_questions add column revealed_at bigint';

export const revealTimes = (): string[] => [statement];
