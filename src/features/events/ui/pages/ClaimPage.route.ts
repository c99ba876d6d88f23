import * as m from '#messages'
import type { PageParts } from '../../../../platform/live/route.ts'

const robots = 'noindex'

export { ClaimPage as component } from './ClaimPage.tsx'

export const live: PageParts['live'] = () => []

export const head: PageParts['head'] = () => ({
  title: m.events_claim_title(),
  description: m.events_claim_about(),
  robots,
})
