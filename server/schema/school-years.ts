// The school year in which the year of a student or an enquirer was said.

const statements = `
-- 2026 stands for 1 September 2026 to 31 August 2027. Without it, a year was said in the school
-- year of created_at. A student without a year, but with this, has finished school.
alter table students add column year_said_in integer;
alter table enquiries add column year_said_in integer;
`;

export const schoolYears = (): string[] => [statements];
