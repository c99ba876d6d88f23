/** Returns the only page that the device with these cookies may show; null: it is no kiosk. @param cookies of a request or a document */
export const kioskPath = (cookies: string): string | null => /\bkiosk=(\/[\w-]+\/[\w-]+\/kiosk)(?:;|$)/.exec(cookies)?.[1] ?? null
