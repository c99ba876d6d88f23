import { useSyncExternalStore } from 'react'
import * as m from '#messages'
import { useSiteSettings } from '#platform/ui/layouts/context/site-settings-context.ts'
import { Button } from '../controls/Button.tsx'
import { Panel } from '../controls/Panel.tsx'
import { canInstall, install, listenToInstall } from './install-prompt.ts'

/** Offers to install the site as an app, if the browser supports it and the site is not installed yet. */
export function InstallOffer() {
  const { name: site } = useSiteSettings()
  const possible = useSyncExternalStore(listenToInstall, canInstall, () => false)
  if (!possible) return null
  return (
    <Panel title={m.ui_install()}>
      <p>{m.ui_install_words()}</p>
      <div>
        <Button onClick={() => void install()}>{m.ui_install_action({ site })}</Button>
      </div>
    </Panel>
  )
}
