import * as m from '#messages'
import { policy } from './policy.ts'

export { ChildSafetyPage as component } from './PolicyPage.tsx'

export const { live, head } = policy('child-safety', m.policies_child_safety, m.policies_child_safety_description)
