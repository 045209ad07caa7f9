// Names the checks of payments and refunds with the provider by one word.
const statements = `
alter table payments rename column next_look_at to next_check_at;
alter table payments rename column looks to checks;
alter table payments rename column next_family_look_at to next_family_check_at;
alter table payments rename column family_looks to family_checks;
alter table refunds rename column next_look_at to next_check_at;
alter table refunds rename column looks to checks;
`;

export const namedChecks = (): string[] => [statements];
