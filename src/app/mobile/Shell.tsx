import { type ReactNode, useSyncExternalStore } from 'react'
import { CameraContext } from '../../features/uploads/ui/camera-context.ts'
import type { DataSource } from '../../platform/live/data-source.ts'
import { LiveContext } from '../../platform/live/hooks.ts'
import { FooterContext } from '../../platform/ui/layouts/footer-context.ts'
import { ChangeServer, ServerDialog } from './ChangeServer.tsx'
import type { Links } from './links.ts'
import { NewerNotice } from './NewerNotice.tsx'
import { native, takePhoto } from './native-bridge.ts'

/** Adds to the pages what only the mobile app has: the camera, the button to change the server, and notices. */
export function Shell({ server, links, source, children }: { server: string; links: Links; source: DataSource; children: ReactNode }) {
  const foreign = useSyncExternalStore(links.listen, () => links.foreign)
  return (
    <CameraContext value={native ? takePhoto : null}>
      <FooterContext value={<ChangeServer server={server} />}>
        <LiveContext value={source}>
          <NewerNotice />
          {foreign !== null && <ServerDialog from={server} to={foreign.server} onClose={links.dismissForeign} />}
        </LiveContext>
        {children}
      </FooterContext>
    </CameraContext>
  )
}
