// An index that finds expired sessions.
const statement = 'create index sessions_age on sessions (expires_at)';

export const sessionAge = (): string[] => [statement];
