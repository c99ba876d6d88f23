import * as m from '#messages'
import { definePolicyPage } from '#policies/ui/policy-route.ts'

export { PrivacyPage as component } from './PrivacyPage.tsx'

export const { live, head } = definePolicyPage('privacy', m.ui_privacy, m.policies_privacy_description)
