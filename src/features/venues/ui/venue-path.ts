/** Returns the path of a venue's page. */
export const venuePath = (slug: string): string => `/venues/${encodeURIComponent(slug)}`
