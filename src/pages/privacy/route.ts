import * as m from '#messages'
import { policy } from '../../features/policies/ui/policy-route.ts'

export { PrivacyPage as component } from './PrivacyPage.tsx'

export const { live, head } = policy('privacy', m.policies_privacy, m.policies_privacy_description)
