import * as m from '#messages'
import { findReason } from '#oauth/paths.ts'
import type { PageModule } from '#platform/live/route.ts'

export { ConsentPage as component } from './ConsentPage.tsx'

export const live: PageModule['live'] = () => []

export const head: PageModule['head'] = ({ params }) => ({
  title: `${findReason(params.code!) === undefined ? m.oauth_consent_head() : m.oauth_problem_title()} · Skillshot`,
  description: findReason(params.code!) === undefined ? m.oauth_consent_about() : m.oauth_problem_about(),
  robots: 'noindex',
})
