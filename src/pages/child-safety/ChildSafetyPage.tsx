import { PolicyPage } from '../../features/policies/ui/PolicyPage.tsx'

/** The child-safety policy (CSAE). */
export const ChildSafetyPage = () => <PolicyPage name="child-safety" />
