import type { DataSource } from '#platform/live/data-source.ts'
import { accentStylesheet } from '#platform/settings/accent-colours.ts'
import type { PublicSettings } from '#platform/ui/layouts/context/site-settings-context.ts'
import { CLIENT_VERSIONS, SITE_SETTINGS } from '#versions/contract.ts'
import { readSettings } from '../site-settings.tsx'

/**
 * Shows the app in the accent colour of the site, and follows its changes. The app's security policy allows no style sheet of another host,
 * so it makes the one that the server has for browsers (`/branding.css`) itself.
 * @param initial the settings as they were when the app was opened
 */
export function followAccent(store: DataSource['store'], initial: PublicSettings | undefined): void {
  const sheet = new CSSStyleSheet()
  document.adoptedStyleSheets.push(sheet)
  let shown = ''
  const follow = (): void => {
    const { accentColor } = readSettings(store, initial)
    const css = accentColor ? accentStylesheet(accentColor) : ''
    if (css !== shown) sheet.replaceSync(css)
    shown = css
  }
  for (const name of [CLIENT_VERSIONS, SITE_SETTINGS]) store.collection(name).listen(follow)
  follow()
}
