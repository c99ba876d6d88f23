import * as m from '#messages'
import { definePolicyPage } from '#policies/ui/policy-route.ts'

export { ChildSafetyPage as component } from './ChildSafetyPage.tsx'

export const { live, head } = definePolicyPage('child-safety', m.ui_child_safety, m.policies_child_safety_description)
