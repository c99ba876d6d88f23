/** The `cache-control` of what never changes at its address: kept for a year, and not asked for again. */
export const IMMUTABLE = 'public, max-age=31536000, immutable'
