import type { ChangeLogReader } from '#platform/db/change-log/reader.ts'

/** How long an address of the site may answer the same without asking, in seconds: a burst of readers costs one answer. */
const SHARED_SECONDS = 1

/** What an answer depends on besides its address: a publication is a stream where a program asks for one. */
export const VARY = 'Accept, Authorization'

/** The headers that pages of other origins may read. */
export const EXPOSED_HEADERS = ['Age', 'ETag', 'Link', 'Retry-After']

/** Lets pages of any origin read an answer. */
export const CROSS_ORIGIN = { 'access-control-allow-origin': '*', 'access-control-expose-headers': EXPOSED_HEADERS.join(',') }

/**
 * Says how old an answer may be (RFC 9111 §5.1), in whole seconds, while the database is away: since then nobody knows whether it is still so.
 * Otherwise it is as new as what the database has.
 */
export const ageHeader = ({
  isDatabaseUnavailable,
  msSincePoll,
}: Pick<ChangeLogReader, 'isDatabaseUnavailable' | 'msSincePoll'>): { age?: string } =>
  isDatabaseUnavailable ? { age: String(Math.ceil(msSincePoll / 1000)) } : {}

/** The headers of an answer that is the same for everybody. */
export const publicHeaders = (etag: string) => ({
  etag,
  'cache-control': `public, max-age=0, s-maxage=${SHARED_SECONDS}, must-revalidate`,
  vary: VARY,
})
