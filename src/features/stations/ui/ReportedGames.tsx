import type { ReactNode } from 'react'
import { ReportedGamesContext } from '#events/ui/rounds/reported-games-context.ts'
import type { ShownEvent } from '#events/ui/types.ts'
import { lazyComponent } from '#platform/ui/lazy-component.tsx'

const PARTS = {
  Game: lazyComponent(async () => (await import('./GroupReport.tsx')).GroupReport),
  Settings: lazyComponent(async () => (await import('./EventReportSettings.tsx')).EventReportSettings),
}

/** Adds what machines report to the games of an event that is held at a venue. Machines elsewhere report nothing. */
export const ReportedGames = ({ event: { venueId }, children }: { event: ShownEvent; children: ReactNode }) => (
  <ReportedGamesContext value={venueId === undefined ? null : PARTS}>{children}</ReportedGamesContext>
)
