import * as m from '#messages'
import { type PageParts, want } from '../../../../platform/live/route.ts'
import { patreonLink } from '../../contract.ts'

const robots = 'noindex'

export { SupporterLinkPage as component } from './LinkPage.tsx'

export const live: PageParts['live'] = () => [want(patreonLink, {})]

export const head: PageParts['head'] = () => ({
  title: m.supporters_link_head(),
  description: m.supporters_link_head_text(),
  robots,
})
