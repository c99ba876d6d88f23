import * as m from '#messages'
import type { PageModule } from '#platform/live/route.ts'

export { ImportPage as component } from './ImportPage.tsx'

export const live: PageModule['live'] = () => []

export const head: PageModule['head'] = () => ({
  title: `${m.imports_title()} · Skillshot`,
  description: m.imports_about(),
  robots: 'noindex',
})
