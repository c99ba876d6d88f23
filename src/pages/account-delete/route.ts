import * as m from '#messages'
import type { PageModule } from '#platform/live/route.ts'

const robots = 'noindex'

export { DeleteAccountPage as component } from './DeleteAccountPage.tsx'

export const live: PageModule['live'] = () => []

export const head: PageModule['head'] = () => ({
  title: `${m.accounts_delete_title()} · Skillshot`,
  description: m.accounts_delete_head_text(),
  robots,
})
