import Bowser from 'bowser'

/** Returns for example "Firefox on Android", by which users tell their sessions apart. @param userAgent the `User-Agent` header */
export function describeDevice(userAgent: string | undefined): string {
  if (userAgent === undefined || userAgent === '') return 'Another program'
  const { browser, os } = Bowser.parse(userAgent)
  const name = browser.name || userAgent.slice(0, 40)
  return os.name ? `${name} on ${os.name}` : name
}
