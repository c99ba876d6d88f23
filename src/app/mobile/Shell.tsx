import { type ReactNode, useSyncExternalStore } from 'react'
import { PushDeviceContext } from '#notifications/ui/push-device-context.ts'
import type { DataSource } from '#platform/live/data-source.ts'
import { LiveContext } from '#platform/live/hooks.ts'
import { FooterContext } from '#platform/ui/layouts/context/footer-context.ts'
import { VisitContext } from '#platform/ui/navigation/visit-context.ts'
import { CameraContext } from '#uploads/ui/camera-context.ts'
import { ChangeServer, ServerDialog } from './ChangeServer.tsx'
import type { Links } from './links.ts'
import { NewerNotice } from './NewerNotice.tsx'
import { native, takePhoto } from './native-bridge.ts'
import { pushDevice } from './push-device.ts'
import type { ExternalVisits } from './visits.ts'

export interface ShellProps {
  server: string
  links: Links
  visits: ExternalVisits
  source: DataSource
  children: ReactNode
}

/** Adds to the pages what only the mobile app has: the camera, visits to other sites, the button to change the server, and notices. */
export function Shell({ server, links, visits, source, children }: ShellProps) {
  const foreign = useSyncExternalStore(links.listen, () => links.foreign)
  return (
    <CameraContext value={native ? takePhoto : null}>
      <FooterContext value={<ChangeServer server={server} />}>
        <LiveContext value={source}>
          <NewerNotice />
          {foreign !== null && <ServerDialog from={server} to={foreign.server} onClose={links.dismissForeign} />}
        </LiveContext>
        <VisitContext value={visits.open}>
          <PushDeviceContext value={native ? pushDevice : null}>{children}</PushDeviceContext>
        </VisitContext>
      </FooterContext>
    </CameraContext>
  )
}
