import * as m from '#messages'
import { type PageModule, subscribeTo } from '#platform/live/route.ts'
import { patreonLink } from '#supporters/contract.ts'

const robots = 'noindex'

export { PatreonPage as component } from './PatreonPage.tsx'

export const live: PageModule['live'] = () => [subscribeTo(patreonLink, {})]

export const head: PageModule['head'] = () => ({
  title: `${m.supporters_link_title()} · Skillshot`,
  description: m.supporters_link_head_text(),
  robots,
})
