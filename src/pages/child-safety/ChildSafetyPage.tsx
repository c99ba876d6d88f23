import { PolicyText } from '../../features/policies/ui/PolicyText.tsx'

/** The child-safety policy (CSAE). */
export const ChildSafetyPage = () => <PolicyText name="child-safety" />
