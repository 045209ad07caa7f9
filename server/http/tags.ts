// ETags: a client asks by tag whether an answer has changed.

/** Whether the tags in `If-None-Match` include this one: RFC 9110, 13.1.2. */
export const namesTag = (named: string, etag: string): boolean =>
  named.split(',').some((tag) => ['*', bare(etag)].includes(bare(tag.trim())));

const bare = (tag: string) => tag.replace(/^W\//, '');
