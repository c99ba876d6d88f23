import * as m from '#messages'
import { type PageModule, subscribeTo } from '../../../../platform/live/route.ts'
import { patreonLink } from '../../contract.ts'

const robots = 'noindex'

export { SupporterLinkPage as component } from './LinkPage.tsx'

export const live: PageModule['live'] = () => [subscribeTo(patreonLink, {})]

export const head: PageModule['head'] = () => ({
  title: m.supporters_link_head(),
  description: m.supporters_link_head_text(),
  robots,
})
