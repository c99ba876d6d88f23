import { type PageParts, want } from '../../../../platform/live/route.ts'
import { patreonLink } from '../../contract.ts'

const robots = 'noindex'

export { LinkPage as component } from './LinkPage.tsx'

export const live: PageParts['live'] = () => [want(patreonLink, {})]

export const head: PageParts['head'] = () => ({
  title: 'Link your Patreon account · Skillshot',
  description: 'Show everybody that you support this site.',
  robots,
})
