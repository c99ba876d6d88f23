import type { PolicyName } from '../../contract.ts'
import { childSafetyText } from './child-safety.ts'
import { privacyText } from './privacy.ts'

const TEXTS: Record<PolicyName, (reach: string, service: string | null) => string> = {
  privacy: privacyText,
  'child-safety': childSafetyText,
}

const reach = (contact: string | null): string => {
  if (contact === null)
    return 'Press the **Report** button beside anything on this site: it reaches the people who run it. Say there how they can answer you.'
  return contact.includes('@') && !contact.includes('/')
    ? `Write to [${contact}](mailto:${contact}).`
    : `Reach us by [${contact}](${contact}).`
}

/**
 * Returns our own text, as Markdown. @param contact an e-mail or https address; null: only the report button. @param service origin of the
 * analytics service; null: there is none
 */
export const ownText = (name: PolicyName, contact: string | null, service: string | null): string => TEXTS[name](reach(contact), service)
