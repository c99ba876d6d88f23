import type { Ability, Trouble } from './this-browser.ts'

export const OFFLINE = 'You are offline. What you change here needs a connection.'

/** How this browser stands, in a sentence. */
export function stateWords(state: Ability | 'on'): string {
  switch (state) {
    case 'unsupported':
      return 'This browser cannot show notifications of this site. On an iPhone or iPad, add the site to the home screen first.'
    case 'blocked':
      return 'This browser blocks notifications of this site. Allow them in its settings for this site, and load the page again.'
    case 'off':
      return 'This browser is not told.'
    case 'on':
      return 'This browser is told.'
  }
}

/** Why this browser could not be turned on, and what to do. */
export function troubleWords(trouble: Trouble): string {
  switch (trouble) {
    case 'unsupported':
    case 'blocked':
      return stateWords(trouble)
    case 'not-asked':
      return 'Nothing was turned on, since you have not allowed notifications. Press again to be asked again.'
    case 'unreachable':
      return 'This browser could not reach its push service. Nothing was turned on. Check your connection, then try again.'
  }
}
