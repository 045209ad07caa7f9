// Tags of what was answered (ETag), by which a reader asks whether it has changed.

/** Whether the tags that `If-None-Match` names include this one: RFC 9110, 13.1.2. */
export const namesTag = (named: string, etag: string): boolean =>
  named.split(',').some((tag) => ['*', bare(etag)].includes(bare(tag.trim())));

const bare = (tag: string) => tag.replace(/^W\//, '');
