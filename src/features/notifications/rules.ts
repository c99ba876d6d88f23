/** Devices of one user that receive push messages. */
export const MAX_DEVICES = 10

/** Outcome of a message by the service's answer. `gone`: the subscription has ended. @param status 0: there was no answer */
export function pushOutcome(status: number): 'taken' | 'gone' | 'again' | 'refused' {
  if (status >= 200 && status < 300) return 'taken'
  if (status === 404 || status === 410) return 'gone'
  return status === 0 || status === 408 || status === 429 || status >= 500 ? 'again' : 'refused'
}

/** The wait that `retry-after` asks for, in ms; 0: none. The header's other form, a date, is ignored. */
export const parseRetryAfter = (header: string | undefined): number => (/^\d{1,6}$/.test(header ?? '') ? Number(header) * 1000 : 0)

/** What a device shows. `url`: a path of this site. */
export interface Message {
  title: string
  body: string
  /** a later message with the same tag replaces the earlier one */
  tag: string
  url: string
}

/**
 * Returns whom the operators of push services may contact, in the form they require. @param contact an e-mail or https address; null: none
 * is configured. @param sender an e-mail address of this site
 */
export function vapidSubject(contact: string | null, siteUrl: string, sender: string): string {
  const site = siteUrl.startsWith('https://') ? siteUrl : `mailto:${sender}`
  if (contact === null) return site
  return contact.startsWith('https://') ? contact : `mailto:${contact}`
}
