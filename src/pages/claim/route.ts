import * as m from '#messages'
import type { PageModule } from '#platform/live/route.ts'

const robots = 'noindex'

export { StationClaimPage as component } from './StationClaimPage.tsx'

// The games are asked for in browsers alone: what has just been played is in no rendered page.
export const live: PageModule['live'] = () => []

export const head: PageModule['head'] = () => ({
  title: `${m.stations_claim_title()} · Skillshot`,
  description: m.stations_claim_about(),
  robots,
})
