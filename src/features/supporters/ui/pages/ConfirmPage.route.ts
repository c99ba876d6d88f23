import { type PageParts, want } from '../../../../platform/live/route.ts'
import { patreonLink } from '../../contract.ts'

const robots = 'noindex'

export { ConfirmPage as component } from './ConfirmPage.tsx'

export const live: PageParts['live'] = () => [want(patreonLink, {})]

export const head: PageParts['head'] = () => ({
  title: 'Your Patreon link · Skillshot',
  description: 'What became of linking your Patreon account.',
  robots,
})
