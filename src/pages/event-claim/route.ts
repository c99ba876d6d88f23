import * as m from '#messages'
import type { PageModule } from '#platform/live/route.ts'

const robots = 'noindex'

export { ClaimPage as component } from './ClaimPage.tsx'

export const live: PageModule['live'] = () => []

export const head: PageModule['head'] = () => ({
  title: m.events_claim_title(),
  description: m.events_claim_about(),
  robots,
})
