import { useSyncExternalStore } from 'react'
import { Button } from '../../platform/ui/Button.tsx'
import { Panel } from '../../platform/ui/Panel.tsx'
import { canInstall, install, listenToInstall } from './install-prompt.ts'

/** Only where the browser can do it, and has not done it yet. */
export function InstallOffer() {
  const possible = useSyncExternalStore(listenToInstall, canInstall, () => false)
  if (!possible) return null
  return (
    <Panel title="On your home screen">
      <p>Skillshot can be opened like an app, and shows the last pages you saw without a signal too.</p>
      <div>
        <Button onClick={() => void install()}>Install Skillshot</Button>
      </div>
    </Panel>
  )
}
