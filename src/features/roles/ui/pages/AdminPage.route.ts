import { type PageParts, want } from '../../../../platform/live/route.ts'
import { rolesOwn } from '../../contract.ts'

export { AdminPage as component } from './AdminPage.tsx'

export const live: PageParts['live'] = () => [want(rolesOwn, {})]

export const head: PageParts['head'] = () => ({
  title: 'Administration · Skillshot',
  description: 'For those who look after this site.',
  robots: 'noindex',
})
