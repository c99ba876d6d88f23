/** Returns the short path in the QR code of a machine that stands in a venue: it opens the form for a score there. */
export const machineCodePath = (slug: string, code: string): string => `/v/${encodeURIComponent(slug)}/${code}`
