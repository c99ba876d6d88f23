import { PolicyPage } from '#policies/ui/PolicyPage.tsx'

/** The child-safety policy (CSAE). */
export const ChildSafetyPage = () => <PolicyPage name="child-safety" />
