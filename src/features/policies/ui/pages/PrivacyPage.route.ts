import * as m from '#messages'
import { policy } from './policy.ts'

export { PrivacyPage as component } from './PolicyPage.tsx'

export const { live, head } = policy('privacy', m.policies_privacy, m.policies_privacy_description)
