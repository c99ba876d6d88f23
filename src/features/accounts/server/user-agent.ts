import Bowser from 'bowser'

/** "Firefox on Android", for a person to tell sessions apart by. @param userAgent a browser's description of itself */
export function describeDevice(userAgent: string | undefined): string {
  if (userAgent === undefined || userAgent === '') return 'Another program'
  const { browser, os } = Bowser.parse(userAgent)
  const name = browser.name || userAgent.slice(0, 40)
  return os.name ? `${name} on ${os.name}` : name
}
