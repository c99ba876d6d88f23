import { useSyncExternalStore } from 'react'
import * as m from '#messages'
import { Button } from '../../platform/ui/Button.tsx'
import { Panel } from '../../platform/ui/Panel.tsx'
import { canInstall, install, listenToInstall } from './install-prompt.ts'

/** Offers to install the site as an app, if the browser supports it and the site is not installed yet. */
export function InstallOffer() {
  const possible = useSyncExternalStore(listenToInstall, canInstall, () => false)
  if (!possible) return null
  return (
    <Panel title={m.app_install()}>
      <p>{m.app_install_words()}</p>
      <div>
        <Button onClick={() => void install()}>{m.app_install_action()}</Button>
      </div>
    </Panel>
  )
}
